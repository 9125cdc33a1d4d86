from tests.drivers.panel.conftest import Ears, StubLgpio, Sysfs, ears, lgpio, sysfs

__all__ = ["Ears", "StubLgpio", "Sysfs", "ears", "lgpio", "sysfs"]
