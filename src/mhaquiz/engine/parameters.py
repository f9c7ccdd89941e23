"""Every parameter of the vocabulary once: what it means, what it may be, and how a wrong value is refused."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Formula

#: No size may be larger: products of seven such sizes still print within Python's limit on digits.
LARGEST_SIZE = 10**400

REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One named input.

    `kind` is "whole" (an int from `least` to `most`), "real" (an exact number in that range), "word" (one of
    `words`, which may hold False and True) or "text" (up to `longest` characters); for the last two the range
    of numbers is empty. `default` is REQUIRED, a value, or a `quantity.Derived` rule.
    """

    name: str
    meaning: str
    kind: str = "whole"
    least: int = 1
    most: int = LARGEST_SIZE
    words: tuple[str | bool, ...] = ()
    longest: int = 0
    default: object = REQUIRED

    def checked(self, value: object) -> object:
        """The value as the closed form takes it. Raises EngineError that names parameter, value and rule."""
        if isinstance(value, Formula) and self.kind in ("whole", "real"):
            return value
        if self.kind == "whole":
            return self._whole(value)
        if self.kind == "real":
            return self._real(value)
        if self.kind == "word":
            return self._word(value)
        return self._text(value)

    def _whole(self, value: object) -> int:
        number = _index(value)
        if number is None:
            raise self.refused(value, f"must be a whole number from {self.least} up")
        if number < self.least:
            raise self.refused(value, f"must be at least {self.least}")
        if number > self.most:
            raise self.refused(value, f"must be at most {_bound(self.most)}")
        return number

    def _real(self, value: object) -> int | Fraction:
        number = _rational(value)
        if number is None or not self.least <= number <= self.most:
            raise self.refused(value, f"must be a number from {self.least} to {_bound(self.most)}")
        return number

    def _word(self, value: object) -> object:
        for word in self.words:
            if type(value) is type(word) and value == word:
                return value
        # A comparison worked out as a number is still an answer to yes or no.
        if value in (0, 1) and type(value) is int and bool(value) in self.words:
            return bool(value)
        shown = ", ".join(quoted(word) for word in self.words)
        raise self.refused(value, f"must be one of {shown}{suggestion(value, self.words)}")

    def _text(self, value: object) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= self.longest:
            raise self.refused(value, f"must be a text of 1 to {self.longest} characters")
        return value

    def refused(self, value: object, rule: str) -> EngineError:
        """The one-line error for this parameter."""
        return EngineError(f"{self.name} = {quoted(value)}: {rule} ({self.meaning})", self.name)


def quoted(value: object) -> str:
    """A value as it stands in a message: bounded, and with nothing in it that a terminal would obey."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a number of {value.bit_length():,} bits"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    printable = "".join(char if char.isprintable() else "�" for char in text[:61])
    return printable if len(text) <= 60 else printable[:59] + "…"


def suggestion(value: object, words: Iterable[object]) -> str:
    """`; did you mean n_heads?` for a near miss, otherwise nothing."""
    known = [word for word in words if isinstance(word, str)]
    near = difflib.get_close_matches(value[:60], known, n=1) if isinstance(value, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def _index(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _rational(value: object) -> int | Fraction | None:
    whole = _index(value)
    if whole is not None:
        return whole
    if isinstance(value, Fraction):
        return value
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return Fraction(repr(value))
    return None


def _bound(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"10^{len(str(number)) - 1}"


def _table(*parameters: Parameter) -> Mapping[str, Parameter]:
    return {parameter.name: parameter for parameter in parameters}


#: The meanings are noun phrases: they stand in messages, in the vocabulary page and in explanations.
PARAMETERS: Mapping[str, Parameter] = _table(
    Parameter("d_model", "width of the residual stream"),
    Parameter("n_heads", "query heads"),
    Parameter("n_kv_heads", "key/value heads"),
    Parameter("head_dim", "width of one head"),
    Parameter("bias", "which projections have one", "word", most=0, words=("none", "qkv", "qkvo")),
    Parameter("qk_norm", "norm weights on queries and keys", "word", most=0,
              words=(False, True, "head", "full")),
    Parameter("sinks", "one learned sink logit a head", "word", most=0, words=(False, True)),
    Parameter("q_lora_rank", "width of the query latent, 0 for none", least=0),
    Parameter("kv_lora_rank", "width of the key/value latent"),
    Parameter("qk_nope_head_dim", "width of a head's part without positions"),
    Parameter("qk_rope_head_dim", "width of the part that carries RoPE"),
    Parameter("rope_head_dim", "width of the shared RoPE key"),
    Parameter("v_head_dim", "width of a value head"),
    Parameter("d_ff", "hidden width of the MLP"),
    Parameter("gated", "whether the MLP has a gate matrix (SwiGLU)", "word", most=0, words=(False, True)),
    Parameter("n_layers", "layers"),
    Parameter("n_global_layers", "layers that attend to everything", least=0),
    Parameter("n_window_layers", "layers with a sliding window", least=0),
    Parameter("window", "keys a sliding-window query sees, itself included"),
    Parameter("n_tokens", "tokens"),
    Parameter("n_queries", "query tokens"),
    Parameter("n_keys", "keys each query sees"),
    Parameter("context", "keys the new token sees, itself included"),
    Parameter("batch", "sequences"),
    Parameter("bytes_per_element", "bytes of one number"),
    Parameter("bytes_per_weight", "bytes of one weight"),
    Parameter("block_rows", "query rows of one tile"),
    Parameter("limit", "largest width to list", most=1_000_000),
    Parameter("tp", "tensor-parallel size: ranks that share the heads"),
    Parameter("rank", "rank"),
    Parameter("targets", "projections that are adapted, letters of qkvo", "text", most=0, longest=4),
    Parameter("scaled", "whether the scores are divided by √head_dim", "word", most=0, words=(False, True)),
    Parameter("scale_dim", "width under the root of the divisor"),
    Parameter("gap", "difference of two scaled scores", "real", least=0, most=1_000),
    Parameter("memory_bytes", "bytes of memory"),
    Parameter("weight_bytes", "bytes that the weights take", least=0),
    Parameter("n_params", "weights of the whole model"),
    Parameter("bandwidth", "bytes read from memory a second"),
    Parameter("n_pruned", "query heads cut out", least=0),
    Parameter("kv_head", "index of a key/value head, from 0", least=0),
    Parameter("prefix", "first tokens that everyone sees", least=0),
    Parameter("change", "what is done to the scores", "word", most=0,
              words=("none", "scale", "qk-bias", "qk-norm", "rope", "alibi")),
    Parameter("job", "what a head should attend to", "word", most=0,
              words=("first", "previous", "self", "same-identity")),
    Parameter("n_identities", "different tokens among them"),
    Parameter("n_jobs", "jobs that heads should do"),
    Parameter("sharpness", "score of the wanted key above the others", "real", least=0, most=700),
    Parameter("causal", "whether a causal mask hides later keys", "word", most=0, words=(False, True)),
    Parameter("block_length", "distinct tokens of the block that is repeated"),
    Parameter("vocabulary", "different tokens", most=100_000),
    Parameter("shift", "how far each token is moved", least=0),
    Parameter("sequence", "tokens, one letter each", "text", most=0, longest=200),
    Parameter("sink_weight", "probability of the sink, between 0 and 1", "real", least=0, most=1),
    Parameter("base", "base of the RoPE frequencies"),
    Parameter("pair", "index of a rotated pair, from 0", least=0),
    Parameter("query_position", "position of the query", least=0, most=1_000_000),
    Parameter("key_position", "position of the key", least=0, most=1_000_000),
)  # fmt: skip
