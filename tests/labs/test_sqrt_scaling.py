"""The √d lab: variance against the closed form, entropy and gradient against slow second routes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.sqrt_scaling import WIDTHS, Result


def run(**settings: object) -> Result:
    result = labs.run("sqrt-scaling", settings)
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("head_dim", WIDTHS)
@pytest.mark.parametrize("seed", [0, 1])
def test_variance_is_the_width_or_one(head_dim: int, seed: int) -> None:
    assert run(head_dim=head_dim, scaled=False, seed=seed).softmax.variance == pytest.approx(
        head_dim, rel=0.02
    )
    assert run(head_dim=head_dim, scaled=True, seed=seed).softmax.variance == pytest.approx(1, rel=0.02)


def test_expected_variance_is_the_closed_form() -> None:
    assert run(head_dim=128, scaled=False).expected_variance == 128
    assert run(head_dim=128, scaled=True).expected_variance == 1


def test_unscaled_the_softmax_saturates_as_heads_widen() -> None:
    results = [run(head_dim=d, scaled=False) for d in WIDTHS]
    assert [r.softmax.entropy for r in results] == sorted((r.softmax.entropy for r in results), reverse=True)
    gradients = [r.softmax.gradient_norm for r in results]
    assert gradients[-1] < gradients[0] / 2


def test_scaled_nothing_depends_on_the_width() -> None:
    entropies = [run(head_dim=d).softmax.entropy for d in WIDTHS]
    assert max(entropies) - min(entropies) < 0.05
    assert all(entropy < run().uniform_entropy for entropy in entropies)


def test_entropy_and_gradient_of_one_row_by_the_definition() -> None:
    """The example row: entropy by math.log, the Jacobian written out and its Frobenius norm."""
    from mhaquiz.labs.attention import entropy
    from mhaquiz.labs.sqrt_scaling import _jacobian_norm

    row = run(n_keys=16).example
    assert entropy(row[None])[0] == pytest.approx(-sum(p * math.log(p) for p in row))
    jacobian = np.diag(row) - np.outer(row, row)
    assert _jacobian_norm(row[None])[0] == pytest.approx(np.linalg.norm(jacobian))


def test_uniform_entropy() -> None:
    assert run(n_keys=256).uniform_entropy == pytest.approx(math.log(256))


def test_every_width_is_there_for_the_picture() -> None:
    result = run(head_dim=32)
    assert result.by_width[WIDTHS.index(32)] == result.softmax
    assert result.by_width_other == run(head_dim=32, scaled=False).by_width


def test_the_sentence_gives_the_reason() -> None:
    said = labs.describe_change("sqrt-scaling", run(head_dim=512), run(head_dim=512, scaled=False))
    assert "saturated" in said
    assert "no longer divided" in said


def test_saturated_queries_counted_one_by_one() -> None:
    from mhaquiz.labs.sqrt_scaling import _draw

    queries, keys = _draw(0)
    dead = 0
    for query in queries:
        scores = [math.fsum(query * key) for key in keys[:64]]
        dead += 1 / math.fsum(math.exp(score - max(scores)) for score in scores) > 0.99
    assert run(head_dim=512, scaled=False).softmax.saturated_share == dead / len(queries)
    assert run(head_dim=512).softmax.saturated_share == 0


def test_a_larger_mean_gradient_without_scaling_is_explained() -> None:
    """At 64 the mean norm is larger without scaling, though a fifth of the queries pass nothing back."""
    said = labs.describe_change("sqrt-scaling", run(), run(scaled=False))
    assert "19% of the queries" in said
    assert "with scaling 0.182" in said
    wide = labs.describe_change("sqrt-scaling", run(head_dim=512), run(head_dim=512, scaled=False))
    assert "near a tie" not in wide
