"""Runs under a Python that has the real Anki. Reads reviews as JSON, prints what Anki makes of them.

Input: {"start_ms": …, "reviews": [[card, day, rating], …]}, one review a card and day at most.
Output: {card: [stability, difficulty]}.
"""

import json
import os
import sys
import tempfile
import time

os.environ["TZ"] = "UTC"
time.tzset()

from anki.collection import Collection  # noqa: E402


def main() -> None:
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(os.path.join(folder, "collection.anki2"))
        collection.set_config("fsrs", True)
        cards = {}
        notetype = collection.models.by_name("Basic")
        for name in dict.fromkeys(review[0] for review in given["reviews"]):
            note = collection.new_note(notetype)
            note["Front"] = name
            collection.add_note(note, 1)
            cards[name] = note.card_ids()[0]
        seen = set()
        for number, (name, day, rating) in enumerate(given["reviews"]):
            kind = 1 if name in seen else 0
            seen.add(name)
            collection.db.execute(
                "INSERT INTO revlog VALUES (?, ?, -1, ?, 1, 1, 2500, 5000, ?)",
                given["start_ms"] + day * 86_400_000 + number,
                cards[name],
                rating,
                kind,
            )
        states = {name: collection.compute_memory_state(card) for name, card in cards.items()}
        collection.close()
    json.dump({name: [state.stability, state.difficulty] for name, state in states.items()}, sys.stdout)


main()
