"""Boards that run or appear on this computer: virtual, Raspberry Pi, remote."""
