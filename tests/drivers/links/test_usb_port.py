"""The text that names a USB device in a configuration."""

from __future__ import annotations

import pytest

from tablectl_drivers.errors import BadPort
from tablectl_drivers.links.usb_port import Kind, Socket, UsbPort, is_usb, read


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("usb:1-1", Socket(1, (1,))),
        ("usb:1-1.4", Socket(1, (1, 4))),
        ("usb:12-1.4.2.7.1.2.3", Socket(12, (1, 4, 2, 7, 1, 2, 3))),
        ("usb:0c2e:0b61", Kind(0x0C2E, 0x0B61)),
        ("usb:0C2E:0B61", Kind(0x0C2E, 0x0B61)),
        ("usb:1209:0001:SN 0001:a", Kind(0x1209, 1, "SN 0001:a")),
    ],
)
def test_a_socket_or_a_kind_is_read_and_written_the_same(text: str, port: UsbPort) -> None:
    assert read(text) == port
    assert read(str(port)) == port


@pytest.mark.parametrize(
    "text",
    [
        "",
        "usb:",
        "usb:1",
        "usb:1-",
        "usb:0-1",
        "usb:1-0",
        "usb:1-1.",
        "usb:1-1.4:1.0",
        "usb:1-1.2.3.4.5.6.7.8",
        "usb:c2e:0b61",
        "usb:0c2e:0b6g",
        "usb:0c2e:0b61:",
        "usb:0c2e:0b61: 0001",
        "usb:0c2e:0b61:a\tb",
        "usb:0c2e:0b61:" + "9" * 127,
        "usb:1-1\n",
        "usb:1\u0661-1",
        "USB:1-1",
        "/dev/ttyUSB0",
        "1-1.4",
    ],
)
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadPort, match=r"expected a USB device such as usb:1-1\.4, usb:0c2e:0b61 or usb:0c2e:0b61:SERIAL, found "):
        read(text)


def test_a_port_that_is_no_usb_device_is_told_apart() -> None:
    assert is_usb("usb:1-1.4")
    assert is_usb("usb:nonsense")
    assert not is_usb("/dev/tablectl/shoe")
