"""What the table says of one lab: its name, its settings, its readouts and the rules between settings."""

from __future__ import annotations

from dataclasses import dataclass

from mhaquiz.deck import lab_rules
from mhaquiz.deck.lab_settings import LabSettingError, Setting, SettingValue, closest


@dataclass(frozen=True, slots=True)
class Readout:
    """One number, list or object that a lab prints, with what it is."""

    name: str
    summary: str


def readouts(**summaries: str) -> tuple[Readout, ...]:
    """Readouts in the order given, each with its summary."""
    return tuple(Readout(name, summary) for name, summary in summaries.items())


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab as decks and the command line know it.

    `rule` checks settings against one another and fills what follows from others; `follow` mends the others
    after one was changed on the screen.
    """

    name: str
    title: str
    summary: str
    settings: tuple[Setting, ...]
    readouts: tuple[Readout, ...]
    rule: lab_rules.Rule = lab_rules.nothing_more
    follow: lab_rules.Follow = lab_rules.nothing_follows

    def setting(self, name: str) -> Setting:
        """The setting of that name. Raises LabSettingError that lists the right ones."""
        for setting in self.settings:
            if setting.name == name:
                return setting
        names = [setting.name for setting in self.settings]
        unknown = f'the lab {self.name} has no setting "{name[:40]}".{closest(name, names)}'
        raise LabSettingError(f"{unknown} It has {', '.join(names)}", name)

    @property
    def module(self) -> str:
        """The name of its modules, in `labs` and among the pictures."""
        return self.name.replace("-", "_")

    @property
    def defaults(self) -> dict[str, SettingValue]:
        """Every setting at its default, before the lab's rule fills what is left open."""
        return {setting.name: setting.default for setting in self.settings}
