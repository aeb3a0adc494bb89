"""What nbval does not do by itself: compare figures by what they draw, and outputs in order."""

import pytest
from figures import difference
from nbval.plugin import IPyNbCell


def pytest_itemcollected(item):
    if isinstance(item, IPyNbCell) and "text/html" not in item.parent.skip_compare:
        item.parent.skip_compare += ("text/html",)  # compared below instead


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    if isinstance(item, IPyNbCell):
        want, got = item.cell.outputs, item.test_outputs
        kinds = [
            [(o.output_type, *sorted(o.get("data", {}))) for o in outs]
            for outs in (want, got)
        ]
        if kinds[0] != kinds[1]:
            item.raise_cell_error(f"Outputs recorded: {kinds[0]}; now: {kinds[1]}", "")
        for number, (old, new) in enumerate(zip(want, got, strict=True)):
            html = [out.get("data", {}).get("text/html", "") for out in (old, new)]
            if reason := difference(*html):
                item.raise_cell_error(f"Output {number} differs: {reason}", "")
    return result
