"""What each key does in a session. Drawing is `PhaseScreen`'s, deciding the session's."""

from __future__ import annotations

from collections.abc import Callable

from mhaquiz.deck.display import counted
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.abilities import Abilities
from mhaquiz.quiz.session import Phase, Session
from mhaquiz.tui import keys, protocols, reveal_page, session_pages
from mhaquiz.tui.card_lab import has_lab, is_demo
from mhaquiz.tui.prose import Block
from mhaquiz.tui.screens.phases import PhaseScreen, can_rate
from mhaquiz.tui.session_hits import is_offered, taken
from mhaquiz.tui.widgets.picker import Pick, Rubric
from mhaquiz.tui.widgets.question_view import note_for


class StudyScreen(PhaseScreen):
    """A study session or a quiz, driven by keys from the table."""

    BINDINGS = keys.bindings("study")

    @property
    def way_out(self) -> str:
        """Where leaving leads: what the session was opened from, home where it came first, else the shell.

        While a part of the answer is open it is put away first.
        """
        if self._detail:
            return "close"
        stack = self.app.screen_stack
        if self in stack[1:]:
            return "home" if protocols.place_of(stack[stack.index(self) - 1]) == "home" else "back"
        return "home" if self.app.desk is not None else "quit"

    @property
    def way_on(self) -> str:
        """What going on from the answer does; only the learner's ticks have judged a spoken one."""
        spoken = can_rate(self.session) and self.session.current.spoken
        return f"next: {taken(self.session)}" if spoken else "next"

    @property
    def lacking(self) -> frozenset[str]:
        """What this kind of session cannot do at all, for help."""
        kind, no_hints = type(self.session), not self.session.hints_allowed
        cannot = {name for name in ("undo", "suspend", "bury", "mark") if _is_no_ability(kind, name)}
        cannot |= {"hint", "lab"} if no_hints else set()
        cannot |= set() if self.session.asks_rating else {"note"}
        return frozenset(f"study.{name}" for name in cannot)

    # ── what works now ──────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        places = keys.places_of("study", action)
        if places and self.place not in places:
            return False
        possible: dict[str, Callable[[], bool]] = {
            "hint": self._can_hint,
            "lab": lambda: has_lab(self.session),
            "undo": lambda: self.session.can_undo,
            "rate": lambda: can_rate(self.session) and is_offered(self.session, int(str(parameters[0]))),
            "confirm": lambda: self._can_confirm(int(str(parameters[0]))),
            "detail": lambda: self._has_detail(str(parameters[0])),
            "edit": lambda: self.app.desk is not None,
            "note": lambda: self.session.asks_rating,
            "tonight": lambda: self.session.can_add_tonight,
        }
        return possible[action]() if action in possible else True

    def _can_hint(self) -> bool:
        return (
            self.session.hints_allowed
            and self.session.question is not None
            and self.session.current.hints_left > 0
        )

    def _can_confirm(self, number: int) -> bool:
        """Whether a slip of that number was named and none is confirmed yet."""
        return number < self.session.slips_named and self.session.confirmed is None

    # ── answering ───────────────────────────────────────────────────────────────────────
    def on_input_changed(self) -> None:
        self.session.note_first_key()

    def on_picker_changed(self) -> None:
        self.session.note_first_key()

    def action_submit_line(self) -> None:
        self._submit(self.asking.line.value)

    def action_submit_choice(self) -> None:
        picker = self.asking.picker
        if not picker.chosen and picker.how is Pick.ONE:
            picker.choose(picker.cursor)
        self._submit(picker.answer)

    def _submit(self, text: str) -> None:
        verdict = self.session.submit(text).verdict
        if verdict.asks_again:
            self.asking.show_note(note_for(self.session.current))
        else:
            self.show_phase()

    def action_hint(self) -> None:
        if self.session.hint() is None:
            self.tell("No hint is left on this card.")
        self.asking.show_hints(self.session.current)
        self.refresh_bindings()

    def action_give_up(self) -> None:
        self.session.give_up()
        self.show_phase()

    def action_sure(self, level: int) -> None:
        self.session.sure(level)
        self.show_phase()

    def action_speak(self) -> None:
        if self.session.phase is Phase.QUESTION:
            self.session.start_speaking()
        else:
            self.session.stop_speaking()
        self.show_phase()

    def action_speak_stop(self) -> None:
        self.session.stop_speaking()
        self.show_phase()

    # ── after the answer ────────────────────────────────────────────────────────────────
    def _show_reveal(self) -> None:
        """A demo card's lab opens by itself: there the prediction meets the result."""
        super()._show_reveal()
        if is_demo(self.session.current) and has_lab(self.session):
            self.call_after_refresh(self.action_lab)

    def on_rubric_ticked(self, event: Rubric.Ticked) -> None:
        (self.session.tick_flag if event.flag else self.session.tick_point)(event.number)
        self.reveal.show_ticks(self.session)
        self._show_rating()
        self.keys.look_up()

    def action_rate(self, rating: int) -> None:
        self.session.rate(Rating(rating))
        self.show_phase()

    def action_next(self) -> None:
        self.session.rate(None)
        self.show_phase()

    def action_confirm(self, number: int) -> None:
        self.session.confirm_edit(number)
        self.reveal.show_verdict(self.session)
        self.refresh_bindings()

    def action_detail(self, name: str) -> None:
        """Show one part below the verdict; the same key again puts it away, and so does the way out."""
        self._detail = "" if self._detail == name else name
        self.reveal.show_detail(self._detail_blocks(self._detail) if self._detail else [])
        self.keys.look_up()

    def _has_detail(self, name: str) -> bool:
        if (explanation := self.session.explanation) is None:
            return False
        return self.reveal.prompt_cut if name == "prompt" else reveal_page.has_detail(explanation, name)

    def _detail_blocks(self, name: str) -> list[Block]:
        explanation = self.session.explanation
        if explanation is None:
            return []
        if name == "prompt":
            return session_pages.prompt(self.session.current, solved=True)
        if name == "followups":
            return reveal_page.followups(explanation, self._prompt_of)
        return reveal_page.DETAILS[name](explanation)

    def action_copy(self) -> None:
        from mhaquiz.tui.copying import copy, revealed

        if (explanation := self.session.explanation) is not None:
            copy(self.app, self.bar, revealed(self.session.current.variant, explanation))

    def action_undo(self) -> None:
        if self.session.undo():
            self.show_phase()
            self.tell("Taken back.")

    # ── the card's own business ─────────────────────────────────────────────────────────
    def action_mark(self) -> None:
        self.session.mark()
        self.tell(self.session.take_notice())

    def action_note(self) -> None:
        from mhaquiz.tui.screens.note import NoteScreen

        question = self.session.current
        asked = session_pages.prompt(question, solved=True)
        self.app.push_screen(NoteScreen(question.card.key, asked, self.session.notes), self._noted)

    def _noted(self, text: str | None) -> None:
        if text:
            self.session.note(text)
            self.tell("Noted.")

    def action_bury(self) -> None:
        self.session.bury()
        self.show_phase()

    def action_suspend_card(self) -> None:
        self.session.suspend()
        self.show_phase()

    def action_lab(self) -> None:
        from mhaquiz.tui.card_lab import open_card_lab

        open_card_lab(self, self.session)

    def action_edit(self) -> None:
        from mhaquiz.tui.editing import edit_card

        edit_card(self.app, self.session.current.card)

    def action_scroll(self, lines: int) -> None:
        """Move the page by lines, or by a screenful where that is more than a line."""
        step = lines if abs(lines) == 1 else (self.page.size.height - 1) * (1 if lines > 0 else -1)
        self.page.scroll_relative(y=step, animate=False)

    # ── waiting and leaving ─────────────────────────────────────────────────────────────
    def action_wait(self) -> None:
        self.tell("Waiting; the card shows by itself.")

    def action_show_now(self) -> None:
        self.session.learn_ahead()
        self.show_phase()

    def action_finish(self) -> None:
        self.session.finish()
        self.show_phase()

    def action_tonight(self) -> None:
        """The cards of a mock interview's report, into today's queue."""
        self.tell(
            f"{counted(self.session.add_tonight(), 'card is', 'cards are')} due today, before all others."
        )
        self.refresh_bindings()

    async def action_done(self) -> None:
        self._stop_clock()
        await self.app.action_home()

    async def action_leave(self) -> None:
        """Out of the session, once no part is open; asked for first where it would lose something."""
        if self._detail:
            self.action_detail(self._detail)
            return
        if self.session.loses_by_leaving:
            self._ask_to_leave()
            return
        self.session.leave()
        self._stop_clock()
        await self.app.action_home()

    def _ask_to_leave(self) -> None:
        from mhaquiz.tui.screens.leaving import LeavingScreen

        self.session.pause()
        self.app.push_screen(LeavingScreen(self.session, kept=self.app.desk is not None), self._left)

    async def _left(self, how: str | None) -> None:
        from mhaquiz.tui.screens.leaving import FINISH, LEAVE

        if how == LEAVE:
            self._stop_clock()
            if self.app.desk is not None:
                self.app.desk.kept.put(self.session)
            await self.app.action_home()
            return
        self.session.go_on()
        if how == FINISH:
            self.session.finish()
            self.show_phase()


def _is_no_ability(kind: type[Session], name: str) -> bool:
    """Whether sessions of this kind only say that they cannot."""
    return getattr(kind, name) is getattr(Abilities, name)
