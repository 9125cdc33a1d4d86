"""What people do with a pack that is out of play, whichever dealer deals: it leaves the table as it is, and a new one comes in its place.

They read on the display which pack that is. A new one under the number of a retired pack is opened by the two who signed in. To release the hold, and
to say what becomes of a round that was being dealt, is left to a person at the console.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from tablectl_sim.door import Door, View
from tablectl_sim.errors import DoorShut
from tablectl_sim.pace import Pace
from tablectl_sim.plainshoe import PlainShoe
from tablectl_sim.world import World

LOOK_S: Final = 1.0
OUT: Final = frozenset({"retired", "quarantined"})


class PackDesk:
    """One thread that looks at the register of packs from the moment at which two people have signed in."""

    def __init__(self, world: World, pace: Pace, note: Callable[[str], None]) -> None:
        self._world, self._pace, self._note = world, pace, note
        self._doors: tuple[Door, Door] | None = None
        self._taken: set[int] = set()
        self._opened = 0
        self._thread = threading.Thread(target=self._run, name="packs", daemon=True)

    def sign_in(self, dealer: Door, supervisor: Door) -> None:
        """The thread begins with the first two; who signs in later takes their place."""
        begun, self._doors = self._doors is not None, (dealer, supervisor)
        if not begun:
            self._thread.start()

    def stop(self) -> None:
        """The pace has stopped."""
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._pace.stopped:
            if self._doors is not None:
                dealer, supervisor = self._doors
                try:
                    view = supervisor.view()
                    for pack in view["packs"]:
                        self._look_at(pack, dealer, supervisor)
                    self._tell(view, dealer)
                except DoorShut:
                    pass  # they look again
            self._pace.sleep(LOOK_S)

    def _look_at(self, pack: View, dealer: Door, supervisor: Door) -> None:
        number, out = int(pack["pack"]), pack["standing"] in OUT
        if out and self._world.has(number):
            self._pace.wait("pack")
            self._world.take_out(number)
            self._taken.add(number)
            self._note(
                f"pack {number} is {pack['standing']} and was taken from the table as it is: release its hold, and void a round that it was in"
            )
        elif number not in self._taken:
            return
        elif not out:
            self._taken.remove(number)
            self._world.bring(number)
            self._note(f"a new pack {number} was brought")
        elif pack["standing"] == "retired":
            self._open(number, dealer, supervisor)

    def _open(self, number: int, dealer: Door, supervisor: Door) -> None:
        """The dealer breaks a seal, and the supervisor watches."""
        self._opened += 1
        view = dealer.view()
        if not dealer.say(view["round"], kind="open_pack", pack=number, seal=f"bench {number}/{self._opened}"):
            for pending in supervisor.view()["pending"]:
                if pending["action"] == "open_pack" and pending["text"].startswith(f"Pack {number} "):
                    supervisor.say(view["round"], kind="second_action", pending=pending["id"])

    def _tell(self, view: View, dealer: Door) -> None:
        """A shoe that cannot tell packs is filled when a card is due; which pack that will be is said before, as the one on record is gone."""
        gone, ready = view["shoe"]["pack"], self._world.ready_pack
        if ready and gone in self._taken and isinstance(self._world.shoe.device, PlainShoe):
            dealer.say(view["round"], kind="bring_pack", pack=ready)
