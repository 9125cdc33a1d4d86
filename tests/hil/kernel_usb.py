"""Sockets of the kernel's own USB, into which simulated devices are plugged over USB/IP: from there on everything is as with a cable."""

from __future__ import annotations

import select
import time
from pathlib import Path
from typing import Final, Self

from tablectl_sim.usb_gadget import Gadget
from tablectl_sim.usbip_server import UsbIpServer
from tests.sim.usbip_host import UsbIpHost

HUB: Final = Path("/sys/devices/platform/vhci_hcd.0")
DEVICES: Final = Path("/sys/bus/usb/devices")
FREE: Final = "004"  # the kernel's word for a port with nothing in it
HIGH_SPEED: Final = 3
PATIENCE_S: Final = 30.0


class Sockets:
    """The ports of the hub, from 1. Hold `lock` while touching what is plugged in."""

    def __init__(self) -> None:
        self._server = UsbIpServer()
        self.lock = self._server.lock

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *arguments: object) -> None:
        self._server.stop()
        for port in range(1, 9):
            self._wait_until_free(port)

    def plug(self, gadget: Gadget, port: int = 1) -> str:
        """Plug it in; return its name as a port of a driver. The kernel takes its time to find out what it is."""
        self._wait_until_free(port)
        self._server.plug(gadget, port, bus=self.bus)
        with UsbIpHost(self._server.port) as host:
            device = host.take(f"{self.bus}-{port}")
            (HUB / "attach").write_text(f"{port - 1} {host.socket.fileno()} {device} {HIGH_SPEED}", "ascii")
        return f"usb:{self.bus}-{port}"

    def unplug(self, gadget: Gadget) -> None:
        self._server.unplug(gadget)

    @property
    def bus(self) -> int:
        return next(int(each.name.removeprefix("usb")) for each in sorted(HUB.glob("usb*")))

    def kernel_driver(self, port: int = 1) -> str:
        """Who has the first interface of the device in this port."""
        driver = DEVICES / f"{self.bus}-{port}:1.0" / "driver"
        return driver.resolve().name if driver.exists() else ""

    def _wait_until_free(self, port: int) -> None:
        end = time.monotonic() + PATIENCE_S
        pause = select.poll()
        while self._state(port) != FREE:
            assert time.monotonic() < end, f"port {port} of the hub is not free: {(HUB / 'status').read_text('ascii')}"
            pause.poll(20)

    @staticmethod
    def _state(port: int) -> str:
        """Lines of the hub's status: speed, port from 0, state, and more."""
        rows = [line.split() for line in (HUB / "status").read_text("ascii").splitlines()]
        return next(row[2] for row in rows if row[0] == "hs" and int(row[1]) == port - 1)
