"""The sockets of a bus: which gadgets are plugged in, and where. What carries their bytes to a host is another matter."""

from __future__ import annotations

import threading

from tablectl_sim.errors import CannotDo
from tablectl_sim.usb_gadget import Gadget


class Plugs:
    """`plug` and `unplug`. Hold `lock` while touching a gadget that is plugged in."""

    def __init__(self) -> None:
        self.lock = threading.Condition()
        self._gadgets: list[Gadget] = []
        self._addresses = 1

    def plug(self, gadget: Gadget, *place: int, bus: int = 1) -> None:
        """Put it into the socket `place`, the ports from the root down; it gets an address of its own each time."""
        with self.lock:
            if not gadget.gone:
                raise CannotDo(f"the device {gadget.label.model} is plugged in already")
            self._addresses += 1
            gadget.place, gadget.bus, gadget.address, gadget.gone = place, bus, self._addresses, False
            gadget.halted.clear()
            gadget.claimed.clear()
            self._gadgets.append(gadget)

    def unplug(self, gadget: Gadget) -> None:
        """Pull the plug; the device keeps its power."""
        with self.lock:
            if gadget.gone:
                raise CannotDo(f"the device {gadget.label.model} is not plugged in")
            self._gadgets.remove(gadget)
            gadget.gone = True
            self.lock.notify_all()

    def clear(self) -> None:
        """Pull every plug."""
        for gadget in self.plugged():
            self.unplug(gadget)

    def plugged(self) -> list[Gadget]:
        with self.lock:
            return list(self._gadgets)

    def awake(self) -> None:
        """A gadget has something to say that its tick did not make."""
        with self.lock:
            self.lock.notify_all()
