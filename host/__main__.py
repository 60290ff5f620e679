"""Lets `python -m host` start the `pegboard` command."""

from host.cli.main import main

main(prog_name="pegboard")
