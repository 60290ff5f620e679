"""Files of earlier versions, other than journals, as the program of the commit that is named wrote
them. tests/conformance/support/earlier_journals.py has the journals."""

from binascii import a2b_base64

# a581972: an archive by offset; a game of Traditional to 61 that was left at these scores, and a
# finished game on the scoreboard.
ARCHIVE = {
    0: a2b_base64(
        "UEVHMgAAABDyPLcn/1MAAQEjq80AAAAQAAAAEQAAAAAAADwBAhUOAAdBbm4KQmVuAAAAAAAAAAAAAEQBAj0AAAAj"
        "GRsfEEFBEhUnLhYxJAkHKyQFGEFBCjMbJxMAFRAaqUCB"
    ),
    512: a2b_base64(
        "UEVHMgAAABGFO4ex/1MAAQEjq80AAAARAAAAEgAAABERAB8BAgAAAAdBbm4KQmVuAAAAAAAAAAAAAEQBAj0AAAAN"
        "8MAuow=="
    ),
    1024: a2b_base64(
        "UEVHMgAAABIcMtYL/0YAAQEjq80AAAASAAAAEwAAABICAC0AAnkAAAdBbm4KQmVuAAAAAAAAAAAAAEQAAnkAAABC"
        "AB1CAB1CAB1CAB1CAB0eT+md"
    ),
    2048: a2b_base64("UEVHMg=="),
}
ARCHIVE_SCORES = (21, 14)

# f5ce246: the row of a game in the file of all games, from `uid` on, and its entries, packed, one
# after the other.
ROW = (
    "0123456789abcdef",
    "a board",
    0,
    1790000000.0,
    1790000000.0,
    '["Ann", "Ben"]',
    "{}",
    "0a181bcaf5d72b8ea5407f558069a695",
    "ac458b5178149f9b90f1cecef36b8a07",
    (
        '{"game": "Traditional", "seats": 2, "target": 61, "track": "Plain", "options": [], "'
        'deals": 7, "scores": [61, 51], "side_of": [0, 1], "over": true, "winner": 0, "losses'
        '": ["", ""], "people": [0, 1], "first_dealer": 0, "players": [{"dealer": {"deals": 4'
        ', "play": 9, "hands": 4, "hand": 21, "cribs": 3, "crib": 18}, "pone": {"deals": 3, "'
        'play": 2, "hands": 3, "hand": 17, "cribs": 0, "crib": 0}, "best": {"points": 10, "wh'
        'at": "crib", "cards": ["TH", "2S", "5C", "5H", "8S"]}}, {"dealer": {"deals": 3, "pla'
        'y": 8, "hands": 3, "hand": 8, "cribs": 3, "crib": 10}, "pone": {"deals": 4, "play": '
        '5, "hands": 4, "hand": 20, "cribs": 0, "crib": 0}, "best": {"points": 8, "what": "ha'
        'nd", "cards": ["7H", "8C", "5D", "TC", "9C"]}}]}'
    ),
)
ENTRIES = a2b_base64(
    "RAECPQAAACMZGx8QQUESFScuFjEkCQcrJAUYQUEKMxsnEwAVEAQIBSgiBkFBLCMuCRcHJgkYCAIADicMQSMFJBIt"
    "HAstFBtBBkEwJzElBBMRAAQpLyElHCZBDzMJLBgBCzAiD0FBHS8mLQ=="
)
ENTRIES_COUNT = 100

# a79dde6: the view in a retained message of a table at a broker.
VIEW = (
    '{"mode": "game", "prompt": "Orange: play a card, or GO if none fits under 31.", "men'
    'u": null, "key_entry": "", "rank_waits": false, "game": {"preset": "Traditional", "t'
    'arget": 61, "track": "Plain", "deal": 1, "words": {"starter": "starter", "count": "c'
    'ount", "fresh": "a new count", "crib": "crib"}, "phase": "play", "sides": [{"name": '
    '"Blue", "colour_name": "Blue", "colour": 0, "score": 0, "back": 0, "away": "", "seat'
    's": [0]}, {"name": "Orange", "colour_name": "Orange", "colour": 1, "score": 0, "back'
    '": 0, "away": "", "seats": [1]}], "seats": [{"name": "Blue", "side": 0, "dealer": tr'
    'ue, "turn": false, "played": ["KD"], "left": 3}, {"name": "Orange", "side": 1, "deal'
    'er": false, "turn": true, "played": ["8S", "7C"], "left": 2}], "starter": "5H", "cou'
    'nt": 25, "line": ["8S", "KD", "7C"], "crib": [], "counts": [], "match": null, "over"'
    ': null}, "refusal": null, "differs": false, "length": 6, "undo": true, "redo": false'
    ', "redo_list": null}'
)

# 1710cad: board.cfg with every setting there was.
SETTINGS = """rows = 6 7 8 9
columns = 10 11 12 13 14 15
strip = 28
pixels = 152
order = GRB
brightness = 64
current = 450
layout = shared
watchdog = on
"""
