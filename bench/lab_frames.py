"""Frames a second of a lab whose maps are all redrawn at every step, in a pty at 80×24.

    python bench/lab_frames.py [--steps 120]

The lab is rank-ceiling over 32 and over 64 words: at each step of the slider of heads the model runs and its
maps of 32×32 and 64×64 are drawn again (of 64×64 what the window shows). A frame is over at its last byte.
The peer, in the same run, is a bare Textual app that changes one line a key; `ratio` is the p95 of a step at
32×32 to its p95, `cpu_ratio` the processor time of a step to that of its key, which load does not change.

`held` and `held_ssh` hold an arrow down, 30 keys a second, without and with an ssh connection: frames a
second that were sent, and their bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import tempfile
import time
from collections.abc import Mapping

from tui_screen import BARE, Screen, figures_of

LEFT, RIGHT = b"\x1b[D", b"\x1b[C"
HELD_SECONDS, KEYS_A_SECOND = 3.0, 30
SILENCE = 0.012  # between two frames


def lab_of(words: int, environ: Mapping[str, str]) -> Screen:
    """The rank-ceiling lab on its maps."""
    text = " ".join(f"w{n % 12}" for n in range(words))
    lab = [sys.executable, "-m", "mhaquiz", "lab", "rank-ceiling", "--set", f"tokens={text}"]
    screen = Screen(lab, environ, b"max |logit|")
    screen.press(b"\t")  # the maps
    screen.settle(0.4)
    return screen


def timed(screen: Screen, keys: list[bytes]) -> tuple[list[float], float]:
    """The milliseconds of each key's frame, and of processor time for a key."""
    before = screen.cpu_seconds
    times = [screen.press(key) for key in keys]
    used = 1000 * (screen.cpu_seconds - before) / len(keys)
    screen.close()
    return times, round(used, 1)


def held(screen: Screen) -> dict[str, float]:
    """An arrow held down, three steps there and three back: frames a second, and bytes a frame."""
    begun, pressed, frames, size, last = time.monotonic(), 0, 0, 0, -SILENCE
    while (now := time.monotonic() - begun) < HELD_SECONDS:
        if now >= pressed / KEYS_A_SECOND:
            os.write(screen.handle, (RIGHT, LEFT)[pressed // 3 % 2])
            pressed += 1
        if select.select([screen.handle], [], [], 0.002)[0]:
            size += len(os.read(screen.handle, 65_536))
            frames += now - last > SILENCE
            last = time.monotonic() - begun
    screen.close()
    return {"frames_a_second": round(frames / HELD_SECONDS, 1), "bytes_a_frame": round(size / max(frames, 1))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=120)
    options = parser.parse_args()
    figures: dict[str, object] = {}
    cpu: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as home:
        terminal = {"MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environ = {**os.environ, **terminal, "SSH_CONNECTION": ""}
        for size in (32, 64):
            times, cpu[f"step_{size}x{size}"] = timed(
                lab_of(size, environ), [RIGHT, LEFT] * (options.steps // 2)
            )
            drawn = [one for one in times if one]
            figures |= figures_of(f"step_{size}x{size}", times)
            figures[f"frames_a_second_{size}x{size}"] = round(1000 * len(drawn) / max(sum(drawn), 1e-9), 1)
        bare = Screen([sys.executable, "-c", BARE], environ, b"Quit")
        times, cpu["bare"] = timed(bare, [b"x"] * options.steps)
        figures |= figures_of("bare", times)
        figures["held"] = held(lab_of(12, environ))
        figures["held_ssh"] = held(lab_of(12, {**environ, "SSH_CONNECTION": "10.0.0.1 50022 10.0.0.2 22"}))
    figures["ratio"] = round(figures["step_32x32_p95_ms"] / figures["bare_p95_ms"], 2)  # type: ignore[operator]
    figures |= {"cpu_ms": cpu, "cpu_ratio": round(cpu["step_32x32"] / cpu["bare"], 2)}
    print(json.dumps(figures | {"steps": options.steps}))


if __name__ == "__main__":
    main()
