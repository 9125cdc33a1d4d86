"""One bench: devices on ptys, a panel, cards and people, all in one directory, from one scenario and one seed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from tablectl_sim import incidents, tableconfig
from tablectl_sim.cdl_device import CdlDevice
from tablectl_sim.control import Control
from tablectl_sim.dealer import Dealer, Hooks, Played
from tablectl_sim.displaydealer import DisplayDealer, Plan
from tablectl_sim.door import Door, View
from tablectl_sim.errors import BadScenario, CannotDo
from tablectl_sim.faults import Line
from tablectl_sim.games import UTH
from tablectl_sim.lights_plug import LightsOnlyShuffler, LightsPlug
from tablectl_sim.pace import FULL, Pace
from tablectl_sim.packdesk import PackDesk
from tablectl_sim.panel import Panel
from tablectl_sim.pins import PANEL_VARIABLE
from tablectl_sim.plainshoe import MOUTHS, PlainShoe, deck_map
from tablectl_sim.scenario import Scenario
from tablectl_sim.shoe import Shoe
from tablectl_sim.shuffler import Cycle, Shuffler
from tablectl_sim.slips import Slip, Where
from tablectl_sim.timeline import Timeline
from tablectl_sim.usb_plug import UsbPlug
from tablectl_sim.usbip_backend import USB_SOCKET
from tablectl_sim.usbip_server import UsbIpServer
from tablectl_sim.wires import Plug, Port, Wires
from tablectl_sim.world import World

FULL_SPEED_CYCLE: Final = Cycle(0.005, 0.01, 0.005)
TOLD_S: Final = 4.5  # until a card is on the display; a lost link is told within 3.5 s
BITS_PER_BYTE: Final = 10  # eight, a start and a stop bit

Device = TypeVar("Device", bound=CdlDevice)


def _silent(_: object) -> None:
    return


class Bench:
    """Build it, `start` the devices, start a daemon with `config_path` and `environment`, then `deal`.

    `seed`, `speed` and `rounds` override the scenario's. `house_rules` is the file that is copied beside the configuration.
    """

    def __init__(
        self,
        scenario: Scenario,
        directory: Path,
        *,
        seed: int | None = None,
        speed: float | None = None,
        rounds: int | None = None,
        house_rules: Path | None = None,
        console_port: int = 0,
        driver: str = "cdl",
        on_round: Callable[[Played], None] = _silent,
        note: Callable[[str], None] = _silent,
    ) -> None:
        """Raise BadScenario where the scenario and the panel do not fit, or no house rules are given."""
        self.scenario, self.directory = scenario, directory.absolute()
        self.speed = scenario.speed if speed is None else speed
        self.seed = f"{scenario.name}/{scenario.seed if seed is None else seed}"
        self.rounds_played: list[Played] = []
        self._house_rules, self._console_port, self._driver = house_rules or scenario.house_rules, console_port, driver
        self._threads: list[threading.Thread] = []
        self._floor: Door | None = None
        self._doors: list[Door] = []
        self._on_round = on_round
        table = scenario.table
        lights = tableconfig.lights() if scenario.lights_only else {}
        self.panel = Panel(
            self.directory / "panel.sock", tableconfig.buttons(scenario.seats, table) | lights, tableconfig.lamps(scenario.seats, table)
        )
        incidents.check_buttons(scenario.faults, self.panel.buttons, scenario.name)
        self._usb = UsbIpServer(self.directory / USB_SOCKET)
        self.shoe = self._shoe()
        self.shuffler = self._shuffler() if table.supply.has_shuffler else None
        self.world = World(self.shoe, self.shuffler, (1, 2), self.seed, table=table, before_cut=scenario.before_cut)
        self.wires = Wires((self.shoe,) if self.shuffler is None else (self.shoe, self.shuffler))
        self.timeline = Timeline(scenario.faults, self, self.wires, note)
        self._pace = Pace(scenario.delays, self.speed, self.seed)
        self.press_s = self._pace.press_s
        self.dealer = self._dealer(scenario.rounds if rounds is None else rounds, note)
        self._packs = PackDesk(self.world, self._pace, note)
        self.control = Control(self.directory / "bench.sock", self)

    @property
    def config_path(self) -> Path:
        return self.directory / "table.toml"

    @property
    def ports(self) -> Path:
        """The directory that plays /dev/serial/by-id."""
        return self.directory / "by-id"

    @property
    def environment(self) -> dict[str, str]:
        """What a daemon's environment needs besides its own."""
        return {PANEL_VARIABLE: str(self.panel.path)}

    def start(self) -> None:
        """Write the files, switch the devices on and plug them in. After this a daemon can open everything."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self._write_files()
        self.panel.start()
        self._usb.start()
        self.wires.start()
        self.world.open_table()
        self.control.start()
        self.timeline.start()

    def deal(self) -> None:
        """Let the people begin."""
        self.dealer.start()

    def stop(self) -> None:
        self.dealer.stop()
        self._packs.stop()
        self.control.stop()
        self.panel.stop()
        self.wires.stop()
        self._usb.stop()
        for thread in self._threads:
            thread.join()
        for door in self._doors:  # last of all, as whoever still asks opens it again
            door.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None) -> None:
        self.stop()

    def port(self, name: str) -> Plug[CdlDevice]:
        """Raise CannotDo for a shuffler where the table has none."""
        return self.shoe if name == "shoe" else self.world.shuffler

    def sign_in(self, url: str, dealer: tuple[str, str], supervisor: tuple[str, str]) -> None:
        """Let two people, each with name and password, in at the console behind this address; a dealer who goes by lamps stays away from it."""
        self._floor, hand = Door(url, *supervisor), Door(url, *dealer)
        self._doors += [self._floor, hand]
        if isinstance(self.dealer, DisplayDealer):
            self.dealer.sign_in(hand, self._floor)
        self._packs.sign_in(hand, self._floor)

    def show_card(self, where: Where) -> None:
        if isinstance(self.dealer, DisplayDealer):
            self.dealer.show_card(where)
        elif self._floor is None:
            raise CannotDo("this dealer goes by lamps and says nothing on a display, and no supervisor has signed in")
        elif refused := self._floor.say(self._seen_by(self._floor)["round"], kind="expose_card", place=where):
            raise CannotDo(refused)

    def _seen_by(self, floor: Door) -> View:
        """The view with every card in it that was drawn: a dealer who goes by lamps waits for nobody."""
        until = time.monotonic() + TOLD_S
        while (view := floor.view())["shoe"]["seen"] != self.shoe.device.body().cards_out and time.monotonic() < until:
            self._pace.sleep(self._pace.glance_s)
        return view

    def slip(self, slip: Slip, seat: int) -> None:
        if not isinstance(self.dealer, DisplayDealer):
            raise CannotDo("this dealer goes by lamps and does nothing but what they say")
        self.dealer.slip(slip, seat)

    def background(self, action: Callable[[], None]) -> None:
        thread = threading.Thread(target=action, name="incident", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _dealer(self, rounds: int, note: Callable[[str], None]) -> Dealer | DisplayDealer:
        plan = self.scenario
        hooks = Hooks(self.timeline.round_begins, self.timeline.card_comes, self.timeline.step_comes, self._played)
        if plan.table is UTH:
            return Dealer(self.panel, self.world, plan.players, self._pace, self.seed, rounds=rounds, hooks=hooks)
        dealing = Plan(plan.table, plan.players, self.seed, rounds, plan.new_dealer_every)
        return DisplayDealer(self.panel, self.world, self._pace, dealing, hooks=hooks, note=note)

    def _played(self, played: Played) -> None:
        self.rounds_played.append(played)
        self._on_round(played)

    def _write_files(self) -> None:
        if self._house_rules is None:
            raise BadScenario(f"{self.scenario.name}: house_rules: expected a file here or by --house-rules, not nothing")
        try:
            text = self._house_rules.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadScenario(f"{self.scenario.name}: house_rules: expected a file of UTF-8 text, not {str(self._house_rules)!r}") from None
        except OSError as problem:
            raise BadScenario(f"{self.scenario.name}: house_rules: expected a file, not {str(self._house_rules)!r}: {problem.strerror}") from problem
        (self.directory / "rules.toml").write_text(text, encoding="utf-8")
        config = tableconfig.table_toml(
            self.scenario, self.speed, self.ports, house_rules="rules.toml", driver=self._driver, console_port=self._console_port
        )
        self.config_path.write_text(config, encoding="utf-8")
        for name, new in ((tableconfig.SEAL_KEY, tableconfig.new_seal_key), (tableconfig.SIGNING_KEY, tableconfig.new_signing_key)):
            key = self.directory / name
            if not key.exists():  # a journal that is there was made with it
                key.touch(mode=0o600)
                key.write_text(new(), encoding="utf-8")
        if self.scenario.mouth:
            for back in tableconfig.PACKS:
                (self.directory / tableconfig.map_of(back)).write_text(
                    deck_map(back, self.scenario.table.pack, MOUTHS[self.scenario.mouth]), encoding="utf-8"
                )

    def _shoe(self) -> Plug[Shoe]:
        if self.scenario.mouth:
            mouth = MOUTHS[self.scenario.mouth]
            plain = PlainShoe(mouth, self.scenario.table.pack)
            return UsbPlug("shoe", plain, mouth.gadget(plain.mouth), self._usb) if mouth.gadget else self._port("shoe", plain)
        power_ups, remember = self._lasting_memory("shoe")
        shoe = Shoe(self.scenario.shoe, power_ups=power_ups, when_full=self.scenario.when_full, remember=remember)
        return self._port("shoe", shoe)

    def _shuffler(self) -> Plug[Shuffler]:
        power_ups, remember = self._lasting_memory("shuffler")
        cycle = FULL_SPEED_CYCLE if self.speed == FULL else self.scenario.cycle.scaled(self.speed)
        kind = LightsOnlyShuffler if self.scenario.lights_only else Shuffler
        shuffler = kind(
            self.scenario.shuffler,
            seed=self.seed,
            cycle=cycle,
            mixing=self.scenario.mixing,
            pack_size=self.scenario.table.pack.size,
            power_ups=power_ups,
            when_full=self.scenario.when_full,
            remember=remember,
        )
        return LightsPlug("shuffler", shuffler, self.panel) if isinstance(shuffler, LightsOnlyShuffler) else self._port("shuffler", shuffler)

    def _port(self, name: str, device: Device) -> Port[Device]:
        pace = self.scenario.baud / BITS_PER_BYTE if self.scenario.baud else None
        return Port(name, device, self.ports / name, Line(f"{self.seed}/{name}"), bytes_per_s=pace)

    def _lasting_memory(self, name: str) -> tuple[int, Callable[[int], None]]:
        """A device's power-up count outlives the bench: it is kept in a file of its directory."""
        path = self.directory / f"{name}.power-ups"
        known = int(path.read_text(encoding="ascii")) if path.exists() else 0

        def remember(count: int) -> None:
            path.write_text(f"{count}\n", encoding="ascii")

        return known, remember
