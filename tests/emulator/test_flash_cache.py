"""The model of the flash's cache, by the misses that it counts."""

import json
import subprocess

from tests.emulator.pico import HERE
from tests.targets import npm

WAY = 8 * 1024  # bytes after which lines share a set


def misses(*addresses):
    """Return how many of these reads, one after another, miss in an empty cache."""
    module = json.dumps((HERE / "flash_cache.mjs").as_uri())
    code = (
        f"const {{ FlashCache }} = await import({module});"
        "const cache = new FlashCache();"
        f"for (const address of {json.dumps(addresses)}) cache.read(address);"
        "console.log(cache.misses);"
    )
    command = [npm.node(), "--input-type=module", "-e", code]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_line_of_eight_bytes_is_read_once():
    assert misses(*range(0x10000000, 0x10000010)) == 2


def test_a_cache_full_of_lines_stays_and_one_more_does_not():
    whole = [*range(0x10000000, 0x10000000 + 2 * WAY, 8)]
    assert misses(*whole, *whole) == len(whole)
    more = [*range(0x10000000, 0x10000000 + 3 * WAY, 8)]
    assert misses(*more, *more) == 2 * len(more)


def test_of_two_lines_of_a_set_the_one_used_longest_ago_is_replaced():
    a, b, c = (0x10000000 + n * WAY for n in range(3))
    assert misses(a, b, a, c, a) == 3
    assert misses(a, b, a, c, b) == 4
