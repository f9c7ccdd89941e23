"""A quiz about one model: chosen from the list, or described by a config.json whose path is typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input

from mhaquiz.tui import keys
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.engine import ModelConfig
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk


class DrillScreen(Screen[None]):
    """The list of models; what is typed narrows it, or is a path."""

    CSS_PATH = "drill.tcss"
    BINDINGS = keys.bindings("drill")
    AUTO_FOCUS = "RowList"
    place = "drill"
    app: MhaquizApp

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        from mhaquiz.engine import MODELS

        self.desk = desk
        self.models = dict(MODELS)

    def compose(self) -> ComposeResult:
        yield TitleBar("drill a model")
        yield AnswerLine(
            placeholder=f"{named('drill.search')} a name, or the path of a config.json", id="search"
        )
        yield RowList(id="models")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_found("")

    def show_found(self, query: str) -> None:
        """List the models with every word of the query in their names; none where a path is typed."""
        words = [] if is_path(query) else query.lower().split()
        found = [
            one for one in self.models.values() if all(w in f"{one.id} {one.name}".lower() for w in words)
        ]
        listing = self.query_one(RowList)
        listing.fill([] if is_path(query) else [row(one) for one in found], keep=listing.chosen)
        self._describe(query)

    def _describe(self, query: str) -> None:
        chosen = self.models.get(self.query_one(RowList).chosen or "")
        about = (
            [Block(literal(f"{named('drill.start')} reads {one_line(query.strip())}."))]
            if is_path(query)
            else NO_MODEL
        )
        self.tell(described(chosen) if chosen else about)
        self.refresh_bindings()

    def tell(self, blocks: list[Block]) -> None:
        self.query_one("#about", ProseView).show(blocks)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.show_found(event.value)

    def on_row_list_moved(self) -> None:
        self._describe(self.query_one(AnswerLine).value)

    def on_row_list_chosen(self) -> None:
        self.action_start()

    def on_key(self, event: events.Key) -> None:
        """Down leaves the line for what it found."""
        if event.key == "down" and self.query_one(AnswerLine).has_focus:
            self.set_focus(self.query_one(RowList))

    @property
    def way_out(self) -> str:
        """What Escape does next: what is typed is cleared first."""
        return "clear" if self.query_one(AnswerLine).value else "back"

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        line = self.query_one(AnswerLine)
        if action == "search":
            return not line.has_focus
        return action != "start" or is_path(line.value) or self.query_one(RowList).chosen is not None

    def action_search(self) -> None:
        self.set_focus(self.query_one(AnswerLine))

    def action_start(self) -> None:
        from mhaquiz.tui.screens.study import StudyScreen

        model = self._model()
        if model is None:
            return
        for assumed in model.assumed:
            self.app.notify(f"Assumed {assumed}.")
        self.app.push_screen(StudyScreen(self.desk.drill(model)))

    def _model(self) -> ModelConfig | None:
        """The model meant; None, and a line that says why, where a file does not describe one."""
        text = self.query_one(AnswerLine).value.strip()
        if not is_path(text):
            return self.models.get(self.query_one(RowList).chosen or "")
        from mhaquiz.engine import EngineError, model_config

        path = Path(text).expanduser()
        try:
            if path.exists() and not path.is_file():  # a pipe would never end
                raise EngineError(f"{text} is not a file")
            return model_config(path)
        except EngineError as error:
            self._refuse(str(error))
        except OSError as error:
            self._refuse(f"{text}: {error.strerror or error}")
        return None

    def _refuse(self, why: str) -> None:
        self.tell([Block(literal(one_line(why)), Content.styled("? ", "bold $warn"), 2)])

    async def action_back(self) -> None:
        line, listing = self.query_one(AnswerLine), self.query_one(RowList)
        if line.value or line.has_focus:
            line.value = ""
            self.set_focus(listing)
        else:
            await self.app.action_back()


NO_MODEL = [Block(literal("No model of the list has this name.", "$quiet"))]


def is_path(text: str) -> bool:
    """Whether what is typed means a file rather than a model of the list."""
    return "/" in text or "\\" in text or text.strip().endswith(".json")


def row(model: ModelConfig) -> Row:
    heads = f"{model.n_heads} heads"
    if model.n_kv_heads != model.n_heads and model.latent is None:
        heads += f", {model.n_kv_heads} KV"
    return Row(
        literal(one_line(model.name)), literal(f"{model.attention.upper()} {heads}", "$quiet"), model.id
    )


def described(model: ModelConfig) -> list[Block]:
    """What a model's quiz will ask about, without anything worked out."""
    told = f"d_model {model.d_model:,} · head_dim {model.head_dim} · {model.n_layers} layers"
    notes = [Block(literal(one_line(model.note)))] if model.note else []
    return [Block(literal(told, "bold")), *notes, Block(literal(model.id, "$quiet"))]
