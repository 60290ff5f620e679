"""The flash of boards before undone entries were kept: their segments have another header under
the mark and the tag of later ones, see engine_core.game.segment.

By offset, the bytes that are not erased in four sectors of 1024 bytes. Both play Traditional to
121.
"""

from binascii import a2b_base64

# As the commits f5ce246 and 831552c wrote them: 9 entries; and 26, the last of them undone.
SHORT = {
    0: a2b_base64(
        "UEVHMgAAAAjhUC9xxB+f0gAAAAAAAAAAAAAAAAAAAQEAPAAAAAAAAAAA/wD/AAAA/wAAAAD/AP//AAAAAP//AP//"
        "/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEQBAnn/AAAUt+vUC8R6lyMIfnpsWgawoYg+AWTUYzgtv7vfBQZL"
        "tAXoD+wnLFMxcVLI1Q=="
    ),
}
LONG = {
    0: a2b_base64(
        "UEVHMgAAAAjhUC9xxB+f0gAAAAAAAAAAAAAAAAAAAQEAPAAAAAAAAAAA/wD/AAAA/wAAAAD/AP//AAAAAP//AP//"
        "/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEQBAnn/AAAUt+vUC8R6lyMIfnpsWgawoYg+AWTUYzgtv7vfBQZL"
        "tAXoD+wnLFMxcVLI1SlmeANyQW209phBLWAxCxaxKeNlFYK2t1IigoUoBiOZhL7iCJJEYFUbQ/THejPdQeJ+KFDX"
        "Wq4KA+lfJgF3C7O5GHOkd0AMrRtGQQ=="
    ),
    512: a2b_base64(
        "UEVHMgAAAAmWVx/nxB+f0gAAABgAAAAAAAAACBgAAAAAYAECeQAAAAMCAAAKAAAAAQADAAD/AP//AAAAAP//AP//"
        "AQICDAIACQMBGAwDAQABAgAAAAAAAAAAAgAAAgAAAgAAAgAAAAAAAAACAAACAAACAAACAAACAAACAgMEAAAAALGZ"
        "muwsSde0px8X8QOHfY99BYw="
    ),
}
