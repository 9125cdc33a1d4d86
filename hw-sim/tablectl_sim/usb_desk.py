"""One simulated USB device on a desk, and what a person at a terminal does with it."""

from __future__ import annotations

import time
from typing import Final

from tablectl_sim.cards import card
from tablectl_sim.errors import BadScenario
from tablectl_sim.hid_pos_device import HidPosScanner
from tablectl_sim.hid_pos_device import gadget as scanner_gadget
from tablectl_sim.plugs import Plugs
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_gadget import Gadget
from tablectl_sim.usbip_wire import place

ORDERS: Final = ("card Ah (of a shoe)", "code TEXT (of a scanner)", "unplug", "replug", "stall")
SOCKET: Final = 1


def _shoe() -> Gadget:
    shoe = Shoe()
    shoe.switch_on(time.monotonic())
    return Gadget(shoe)


def _scanner() -> Gadget:
    return scanner_gadget(HidPosScanner())


DEVICES: Final = {"cdl": _shoe, "hid_pos": _scanner}


class UsbDesk:
    """The device is plugged in at once."""

    def __init__(self, device: str, plugs: Plugs) -> None:
        self._plugs = plugs
        self._gadget = DEVICES[device]()
        plugs.plug(self._gadget, SOCKET)

    @property
    def place(self) -> str:
        return place(self._gadget)

    def obey(self, line: str) -> None:
        """Raise BadScenario for an order that is none, CannotDo for one that makes no sense now."""
        order, _, what = line.strip().partition(" ")
        inside = self._gadget.inside
        match order, inside:
            case "card", Shoe():
                with self._plugs.lock:
                    inside.load([card(what)], time.monotonic())
                    inside.draw(time.monotonic())
            case "code", HidPosScanner():
                with self._plugs.lock:
                    inside.show(what, time.monotonic())
            case "unplug", _:
                self._plugs.unplug(self._gadget)
            case "replug", _:
                self._plugs.plug(self._gadget, SOCKET)
            case "stall", _:
                self._gadget.faults.stalls = 1
            case _:
                raise BadScenario(f"expected an order ({', '.join(ORDERS)}), not {line.strip()!r}")
