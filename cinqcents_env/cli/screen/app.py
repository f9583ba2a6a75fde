"""The full table: one game in the terminal, played with the keyboard."""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Event as ScreenEvent
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from cinqcents_env.cli.screen.choices import Choices
from cinqcents_env.cli.screen.frame import COLUMNS, LINES, Frame
from cinqcents_env.cli.screen.phrases import HELP, Words
from cinqcents_env.cli.session import DealOver, Session

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.cli.session import Event
    from cinqcents_env.evaluation.analysis import Analysis


QUIT = "q,ctrl+c,ctrl+q"
"""Keys that leave the game."""


class Sheet(ModalScreen[None]):
    """Text over the table: the score sheet, the rules, or the keys.

    Args:
        title, footing: on its border.
        lines: the text.
        at_end: open at the end, the first line, which names columns, always in sight.
    """

    CSS = """
    Sheet { align: center middle; }
    Sheet VerticalScroll { width: 76; height: auto; max-height: 90%; border: round $accent;
        background: $surface; padding: 0 1; }
    #columns { dock: top; background: $surface; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space,s,r,question_mark,q", "dismiss", "close")
    ]

    def __init__(self, title: str, lines: list[str], footing: str, *, at_end: bool = False) -> None:
        super().__init__()
        self.heading, self.body, self.footing, self.at_end = title, lines, footing, at_end
        self.fixed = 1 if at_end else 0

    def compose(self) -> ComposeResult:
        """The text in a box that scrolls where it is long."""
        with VerticalScroll() as box:
            box.border_title, box.border_subtitle = self.heading, self.footing
            if self.fixed:
                yield Static(self.body[0], id="columns", markup=False)
            yield Static("\n".join(self.body[self.fixed :]), markup=False)

    def on_mount(self) -> None:
        """Show the end of a long text first, where the latest stands there."""
        if self.at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)


class TableApp(App[None]):
    """One game between a player and agents.

    Args:
        session: a new game and who plays it.
        hint: the agent that is asked for advice.
        language: ``"en"`` or ``"fr"``.
        pace: seconds between two moves of agents.

    Attributes:
        failure: what went wrong while an agent was thinking; the app ends then.
        extent: columns and lines of the screen that is drawn for.
    """

    TITLE = "cinqcents"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; background: $primary-background; text-style: bold; }
    #middle { height: 1fr; }
    #table { width: 1fr; }
    #side { width: 30; border-left: solid $primary-background; }
    #hand { height: 5; }
    #status { height: 1; text-style: bold; }
    #keys { height: 1; background: $primary-background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)"),
        Binding("right", "go(1, 0)"),
        Binding("up", "go(0, -1)"),
        Binding("down", "go(0, 1)"),
        Binding("enter,space", "play"),
        Binding("d", "choose('draw')"),
        Binding("p", "choose('pass')"),
        Binding("h", "hint"),
        Binding("u", "undo"),
        Binding("s", "scores"),
        Binding("r", "rules"),
        Binding("question_mark", "keys"),
        Binding(QUIT, "quit"),
    ]

    def __init__(
        self, session: Session, *, hint: Agent | str, language: str = "en", pace: float = 0.6
    ) -> None:
        super().__init__()
        self.session, self.adviser, self.pace = session, hint, pace
        self.words = Words(language, session.seat, session.game.num_players)
        self.choices: Choices | None = None
        self.found: Analysis | None = None
        self.busy = self.advising = self.leaving = False
        self.message = ""
        self.failure: Exception | None = None
        self.extent = (COLUMNS, LINES)

    def compose(self) -> ComposeResult:
        """Title, table and column beside it, hand, status, keys."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Static(id="table", markup=False)
            yield Static(id="side", markup=False)
        yield Static(id="hand", markup=False)
        yield Static(id="status", markup=False)
        yield Static(self.words("keys"), id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.extent = (self.size.width, self.size.height)
        self.go_on()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size, the cursor left where it is."""
        self.extent = (event.size.width, event.size.height)
        kept = self.choices.at.move if self.choices and self.choices.at else None
        self.choose_anew()
        if self.choices and self.found:
            self.choices.prefer(self.found.advice)
        if self.choices and kept:
            self.choices.go_to(kept)
        self.draw()

    # the course of the game

    def go_on(self) -> None:
        """The next one on move: the player is asked, an agent thinks."""
        self.found = None
        self.choose_anew()
        game = self.session.game
        if not (game.is_over or self.session.players_turn):
            self.work(self.session.answer, self.answered)
        self.draw()

    def choose_anew(self) -> None:
        """The choices of the decision that stands."""
        self.choices = self.frame.choices()

    def work(self, task: Any, done: Any) -> None:
        """Do something that takes long beside the screen, then hand its answer on.

        Who leaves meanwhile does not wait for it: the thread ends with the program.
        """
        self.busy = True

        def run() -> None:
            try:
                then: Any = functools.partial(self.finished, done, task())
            except Exception as error:
                self.failure, then = error, self.exit
            with contextlib.suppress(RuntimeError):  # the screen is gone
                self.call_later(then)

        threading.Thread(target=run, daemon=True).start()

    def finished(self, done: Any, answer: Any) -> None:
        """The long work is done."""
        self.busy = False
        done(answer)

    def answered(self, action: int) -> None:
        """An agent has chosen."""
        self.follow(self.session.carry_out(action))

    def follow(self, events: list[Event]) -> None:
        """Show what happened, and go on after a while, or when a deal's sheet is closed."""
        self.message = ""
        ended = [event for event in events if isinstance(event, DealOver)]
        if ended:
            self.found = None
            self.choose_anew()
            self.draw()
            self.show_scores(self.words("deal", ended[0].number), self.go_on)
        elif self.pace and not self.session.players_turn:
            self.busy = True
            self.draw()
            self.set_timer(
                self.pace, functools.partial(self.finished, lambda _: self.go_on(), None)
            )
        else:
            self.go_on()

    # keys

    def action_go(self, across: int, down: int) -> None:
        """Move the cursor."""
        if self.choices:
            self.choices.go(across, down)
        self.draw()

    def action_choose(self, move: str) -> None:
        """Put the cursor on a move that has a key of its own, or make it if it is there."""
        if self.choices and self.choices.go_to(move):
            self.action_play()

    def action_play(self) -> None:
        """Make the chosen move."""
        if self.busy or self.choices is None or self.choices.at is None:
            return
        move = self.choices.at.move
        assert move is not None
        legal = self.session.game.legal_actions()
        texts = self.session.game.legal_moves()
        self.follow(self.session.decide(legal[texts.index(move)]))

    def action_undo(self) -> None:
        """Take back the last decision."""
        if self.busy:
            self.message = self.words("wait")
            if self.advising:
                self.message = self.words("wait for the hint", self.adviser_name)
        else:
            taken = self.session.take_back()
            self.message = self.words("taken back" if taken else "nothing to take back")
            if taken:
                self.found = None
                self.choose_anew()
        self.draw()

    def action_hint(self) -> None:
        """Ask the adviser."""
        if self.busy or not self.session.players_turn:
            return
        self.advising = True
        self.message = self.words("asking", self.adviser_name)
        self.work(functools.partial(self.session.hint, self.adviser), self.advised)
        self.draw()

    def advised(self, found: Analysis) -> None:
        """The adviser has answered."""
        self.found, self.message, self.advising = found, "", False
        if self.choices:
            self.choices.prefer(found.advice)
        self.draw()

    def action_scores(self) -> None:
        """Show the score sheet."""
        self.show_scores(self.words("scores"), lambda: None)

    def show_scores(self, title: str, then: Any) -> None:
        """The score sheet over the table, then go on."""
        self.leaving = False
        sheet = Sheet(title, self.frame.sheet(), self.words("close"), at_end=True)
        self.push_screen(sheet, lambda _: then())

    def action_rules(self) -> None:
        """Show the rules that are played."""
        title = self.words("rules", self.session.game.rules.ruleset)
        self.push_screen(Sheet(title, self.frame.rules(), self.words("scroll")))

    def action_keys(self) -> None:
        """Show what the keys do."""
        text = HELP[self.words.language].splitlines()
        self.push_screen(Sheet(self.words("help"), text, self.words("close")))

    async def action_quit(self) -> None:
        """Leave; a game that is under way only when asked to once more."""
        if self.leaving or self.session.game.is_over:
            self.exit()
        self.leaving = True
        self.draw()

    async def on_event(self, event: ScreenEvent) -> None:
        """Any other key than those that leave means to stay, and does nothing else then."""
        if self.leaving and isinstance(event, Key) and event.key not in QUIT.split(","):
            self.leaving = False
            self.draw()
        else:
            await super().on_event(event)

    # what is shown

    @property
    def adviser_name(self) -> str:
        """How the adviser is called."""
        return self.adviser if isinstance(self.adviser, str) else self.adviser.spec

    @property
    def frame(self) -> Frame:
        """What is to be seen now, at the size of the screen."""
        return Frame(self.session, self.words, *self.extent)

    def draw(self) -> None:
        """Draw everything anew."""
        if self.choices is None:
            return
        frame = self.frame
        if not frame.fits:
            for name in ("#table", "#side", "#hand", "#keys"):
                self.write(name, "")
            self.write("#status", self.words("leave?" if self.leaving else "leave"))
            self.write("#title", self.words("too small", COLUMNS, LINES, *self.extent))
            return
        self.write("#title", frame.title())
        self.write("#table", frame.middle(self.choices).text())
        self.write("#side", frame.side(self.found).text())
        self.write("#hand", self.choices.draw_hand(frame.width).text())
        asked = self.words("leave?") if self.leaving else self.message
        self.write("#status", " " + (asked or frame.status()))
        self.write("#keys", " " + self.words("keys"))

    def write(self, name: str, text: Any) -> None:
        """Show a text in a part of the screen."""
        self.query_one(name, Static).update(text)
