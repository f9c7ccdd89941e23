"""Runs under a Python that has the real Anki: its own times for an answer, the queue and all memory states.

Usage: memory_anki.py CARDS EVENTS ANSWERS. Prints seconds by name as JSON. Anki has no merge of two logs
without its server, so there is none here.
"""

import json
import os
import random
import sys
import tempfile
import time

from anki.collection import Collection


def fill(collection, cards, events):
    """Cards with a review history, straight into the tables: adding them one by one would take minutes."""
    chance = random.Random(1)
    notetype = collection.models.by_name("Basic")["id"]
    today = collection.sched.today
    now = int(time.time())
    db = collection.db
    notes, rows, log = [], [], []
    for number in range(cards):
        ident = now * 1000 - 400 * 86_400_000 + number
        notes.append(
            (ident, f"g{number}", notetype, now, -1, "", f"f{number}\x1fb", f"f{number}", number, 0, "")
        )
        due = today - chance.randrange(-30, 3)
        rows.append((ident, ident, 1, 0, now, -1, 2, 2, due, 10, 2500, 3, 0, 0, 0, 0, 0, ""))
    for number in range(events):
        when = now * 1000 - 300 * 86_400_000 + number * 250_000
        card = rows[chance.randrange(cards)][0]
        log.append((when, card, -1, chance.choice((1, 2, 3, 3, 3, 4)), 10, 5, 2500, 5000, 1))
    db.executemany("INSERT INTO notes VALUES (?,?,?,?,?,?,?,?,?,?,?)", notes)
    db.executemany("INSERT INTO cards VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", rows)
    db.executemany("INSERT INTO revlog VALUES (?,?,?,?,?,?,?,?,?)", log)


def all_states(collection):
    """Turn FSRS off and on: Anki computes every card's memory state from the log."""
    for on in (False, True):
        request = collection.decks.get_deck_configs_for_update(1)
        config = request.all_config[0].config
        start = time.perf_counter()
        collection.decks.update_deck_configs(_update(request, config, on))
    return time.perf_counter() - start


def _update(request, config, on):
    from anki.deck_config_pb2 import UpdateDeckConfigsRequest

    return UpdateDeckConfigsRequest(
        target_deck_id=1,
        configs=[config],
        limits=request.current_deck.limits,
        fsrs=on,
        card_state_customizer="",
    )


def main():
    cards, events, answers = (int(word) for word in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(os.path.join(folder, "c.anki2"))
        fill(collection, cards, events)
        found = {"rebuild": all_states(collection)}
        config = collection.decks.config_dict_for_deck_id(1)
        config["rev"]["perDay"] = 9999
        collection.decks.update_config(config)
        start = time.perf_counter()
        queued = collection.sched.get_queued_cards()
        found["queue"] = time.perf_counter() - start
        times = []
        for _ in range(answers):
            if not queued.cards:
                break
            top = queued.cards[0]
            card = collection.get_card(top.card.id)
            card.start_timer()
            start = time.perf_counter()
            collection.sched.answer_card(
                collection.sched.build_answer(card=card, states=top.states, rating=2)
            )
            queued = collection.sched.get_queued_cards()
            times.append(time.perf_counter() - start)
        collection.close()
    times.sort()
    found["answer and next card, median"] = times[len(times) // 2]
    found["answer and next card, p99"] = times[int(len(times) * 0.99)]
    json.dump(found, sys.stdout)


main()
