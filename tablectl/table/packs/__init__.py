"""Packs of cards: where they come from, who counts and inspects them, and which of them are fit to be dealt."""
