"""Robots in a world of bodies: clearances with proof, paths, plans, motions of a tip, and ranges of joints."""
