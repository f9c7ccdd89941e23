"""Rules that tie a lab's settings to one another, free of numpy.

A rule takes all settings, raises LabSettingError where two do not go together, and returns them with what
follows from others filled in. A follow mends the others after one was changed on the screen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from mhaquiz.deck.lab_settings import LabSettingError, SettingValue

if TYPE_CHECKING:
    from mhaquiz.engine import ModelConfig

Settings: TypeAlias = Mapping[str, SettingValue]
Rule: TypeAlias = Callable[[Settings], Settings]
Follow: TypeAlias = Callable[[Settings, str], Settings]

#: What a model or a config.json says, so that these settings take its values.
ARCHITECTURE = ("d_model", "n_heads", "n_kv_heads", "head_dim", "bias", "n_layers")

#: Sentences with hand-made heads: the words that are the subject and the object, and the verb.
BUILT_SENTENCES: Mapping[tuple[str, ...], tuple[int, int, int]] = {
    tuple(sentence.split()): roles
    for sentence, roles in {
        "the tired cat quickly chased the small mouse": (2, 7, 4),
        "the old dog drank the cold water": (2, 6, 3),
        "a young bird found the last red berry": (2, 7, 3),
    }.items()
}


def nothing_more(settings: Settings) -> Settings:
    """The rule of a lab whose settings are free of one another."""
    return settings


def nothing_follows(settings: Settings, changed: str) -> Settings:
    """The follow of a lab where one change never touches another setting."""
    return settings


def divides_d_model(settings: Settings) -> Settings:
    """d_model is a multiple of n_heads and, where there are KV heads, n_heads of n_kv_heads."""
    d_model, n_heads = _integer(settings, "d_model"), _integer(settings, "n_heads")
    if d_model % n_heads:
        raise LabSettingError(
            f"n_heads must divide d_model: {d_model:,} / {n_heads:,} is no whole number", "n_heads"
        )
    _kv_heads_divide(n_heads, settings.get("n_kv_heads"), "n_kv_heads")
    return settings


def head_diversity(settings: Settings) -> Settings:
    """The heads divide d_model, the focus is one of the words, built heads have their sentence."""
    divides_d_model(settings)
    sentence = _words(settings, "sentence")
    if settings["heads"] == "built" and sentence not in BUILT_SENTENCES:
        listed = "; ".join(" ".join(words) for words in BUILT_SENTENCES)
        raise LabSettingError(f"built heads are made for these sentences only: {listed}", "heads")
    if settings["heads"] == "built" and _integer(settings, "d_model") < 8:
        raise LabSettingError(
            "built heads need a d_model of 8 or more: five features name a word's role", "d_model"
        )
    position = focus_position(sentence, settings["focus"])
    return settings if settings["focus"] is not None else {**settings, "focus": sentence[position]}


def focus_position(sentence: tuple[str, ...], focus: SettingValue) -> int:
    """The position of the focus: of a word its first, of digits the position itself, of none the verb's."""
    if focus is None:
        return BUILT_SENTENCES.get(sentence, (0, 0, len(sentence) // 2))[2]
    word = str(focus)
    if word in sentence:
        return sentence.index(word)
    if word.isascii() and word.isdigit() and int(word) < len(sentence):
        return int(word)
    raise LabSettingError(
        f'focus "{word}" is not in the sentence: it takes one of {" ".join(dict.fromkeys(sentence))}, '
        f"or a position from 0 to {len(sentence) - 1}",
        "focus",
    )


def follow_head_diversity(settings: Settings, changed: str) -> Settings:
    """A new sentence brings its own focus, and random heads where none were built for it."""
    if changed != "sentence":
        return settings
    built = settings["heads"] if _words(settings, "sentence") in BUILT_SENTENCES else "random"
    return {**settings, "focus": None, "heads": built}


def pruning(settings: Settings) -> Settings:
    """The heads divide d_model and those that are off exist."""
    divides_d_model(settings)
    n_heads = _integer(settings, "n_heads")
    missing = [head for head in _heads(settings, "off") if not 0 <= head < n_heads]
    if missing:
        raise LabSettingError(f"off names head {missing[0]}, but the heads are 0 to {n_heads - 1}", "off")
    return settings


def follow_pruning(settings: Settings, changed: str) -> Settings:
    """With fewer heads, those that no longer exist cannot be off."""
    n_heads = _integer(settings, "n_heads")
    return {**settings, "off": tuple(head for head in _heads(settings, "off") if head < n_heads)}


def cost_ledger(settings: Settings) -> Settings:
    """A model or config fills in what it states; each configuration must be one that can be built."""
    for suffix in ("", "_b"):
        if settings["model" + suffix] is not None and settings["config" + suffix] is not None:
            raise LabSettingError("give a model or a config, not both", "config" + suffix)
    filled = {**settings, **_stated(settings, "")}
    _check_configuration(filled, "")
    _check_configuration(second_configuration(filled), "_b")
    return filled


def second_configuration(settings: Settings) -> Settings:
    """The settings of the second configuration without their suffix, open ones as in the first."""
    first = {key: value for key, value in settings.items() if not key.endswith("_b")}
    given = {key[:-2]: value for key, value in settings.items() if key.endswith("_b") and value is not None}
    if given.keys() & {*ARCHITECTURE, "model", "config"}:
        first |= {"model": None, "config": None}
    if given.keys() & {"n_heads"} and first["n_kv_heads"] == first["n_heads"]:
        first["n_kv_heads"] = None  # as many as query heads, there as here
    return first | given | _stated(settings, "_b")


def configuration(settings: Settings, suffix: str = "") -> ModelConfig | None:
    """The real configuration that `model` or `config` names, read by the engine. Raises LabSettingError."""
    from mhaquiz import engine

    name, path = settings["model" + suffix], settings["config" + suffix]
    try:
        if name is not None:
            return engine.model(str(name))
        return _config_file(str(path), _stamp(str(path))) if path is not None else None
    except engine.EngineError as error:
        raise LabSettingError(str(error), ("model" if name is not None else "config") + suffix) from error
    except OSError as error:
        raise LabSettingError(f"config {path}: {error.strerror}", "config" + suffix) from error


def _stamp(path: str) -> tuple[int, ...]:
    """What tells one state of a file from another. Raises OSError."""
    state = os.stat(path)
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


@lru_cache(maxsize=8)
def _config_file(path: str, stamp: tuple[int, ...]) -> ModelConfig:
    """A config.json, read once for each state of the file: a screen asks for every stop of every slider."""
    from mhaquiz import engine

    return engine.model_config(path)


def _stated(settings: Settings, suffix: str) -> dict[str, SettingValue]:
    """What the model or config of one side states, by setting (without suffix)."""
    found = configuration(settings, suffix)
    return {} if found is None else {key: getattr(found, key) for key in ARCHITECTURE}


def follow_cost_ledger(settings: Settings, changed: str) -> Settings:
    """Turning an architecture knob leaves the model but keeps its other sizes; a model leaves the config."""
    suffix = "_b" if changed.endswith("_b") else ""
    name = changed.removesuffix("_b")
    if name in ARCHITECTURE:
        kept = {key + suffix: value for key, value in _stated(settings, suffix).items()}
        left = {"model" + suffix: None, "config" + suffix: None}
        return {**settings, **kept, changed: settings[changed], **left}
    if name in ("model", "config") and settings[changed] is not None:
        other = "config" if name == "model" else "model"
        return {**settings, other + suffix: None}
    return settings


def refuse_model_conflict(given: Mapping[str, object]) -> None:
    """A model or config together with a size that it states itself: one of the two would be ignored."""
    for suffix in ("", "_b"):
        for origin in ("model", "config"):
            stated = [key for key in ARCHITECTURE if key + suffix in given]
            if origin + suffix in given and stated:
                raise LabSettingError(
                    f"{origin}{suffix} states {stated[0]} itself: leave one of the two out", stated[0]
                )


def _check_configuration(settings: Settings, suffix: str) -> None:
    n_heads = _integer(settings, "n_heads")
    if settings["head_dim"] is None and _integer(settings, "d_model") % n_heads:
        raise LabSettingError(
            f"n_heads{suffix} must divide d_model{suffix} "
            f"({settings['d_model']:,} / {n_heads:,} is no whole number) unless head_dim{suffix} is given",
            "n_heads" + suffix,
        )
    _kv_heads_divide(n_heads, settings["n_kv_heads"], "n_kv_heads" + suffix)


def _kv_heads_divide(n_heads: int, n_kv_heads: SettingValue, name: str) -> None:
    if isinstance(n_kv_heads, int) and n_heads % n_kv_heads:
        raise LabSettingError(
            f"{name} must divide n_heads: {n_heads:,} / {n_kv_heads:,} is no whole number", name
        )


def _integer(settings: Settings, name: str) -> int:
    value = settings[name]
    assert isinstance(value, int)
    return value


def _words(settings: Settings, name: str) -> tuple[str, ...]:
    value = settings[name]
    assert isinstance(value, tuple)
    return tuple(str(word) for word in value)


def _heads(settings: Settings, name: str) -> tuple[int, ...]:
    value = settings[name]
    assert isinstance(value, tuple)
    return tuple(int(head) for head in value)
