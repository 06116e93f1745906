"""Push: a notice on the screen of a phone, sent through the push service of its browser, which can't read it."""
