"""Bet-spot buttons and lamps on GPIO lines.

`wiring` says which line is which and `finding` which chip, `debounce` what contacts mean, `lamps` and `patterns` what is lit when, `sensing`
if it burns; `chips` touches the hardware, `panel` runs them in one thread. Only the last two know a clock or a thread, or import gpiozero.
"""
