"""The rules, and nothing but the rules: facts in, next step and settlement out.

No clock, no chance, no log, no file. Imports dataclasses, enum, fractions, typing, collections, itertools, functools and itself.
"""
