"""Compare what cells show as HTML: figures by what they draw, anything else exactly."""

import re
from xml.etree import ElementTree

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
TOLERANCE = 0.05  # points; the last digits of a coordinate differ between machines
GEOMETRY = {"d", "height", "points", "r", "transform", "viewBox", "width", "x", "y"}


def difference(want, got):
    """Return in words how HTML differs from the one wanted; an empty string if it does not."""
    if want == got:
        return ""
    if "<svg" not in want or "<svg" not in got:
        return "the HTML differs"
    old, new = (_elements(html) for html in (want, got))
    for number, (a, b) in enumerate(zip(old, new, strict=False)):
        if reason := _element_difference(a, b):
            return f"element {number} of the figure, {a[0]}: {reason}"
    if len(old) != len(new):
        return f"the figure has {len(new)} elements, not {len(old)}"
    return ""


def _elements(html):
    """Return tag, depth, text and attributes of all elements, with ids named in order."""
    root = ElementTree.fromstring(html)
    ids = {e.get("id"): f"id{n}" for n, e in enumerate(root.iter()) if e.get("id")}
    found = []

    def visit(element, depth):
        attributes = {
            key: ids[value]
            if key == "id"
            # a color looks like a reference but is no id
            else re.sub(r"#([\w.-]+)", lambda m: "#" + ids.get(m[1], m[1]), value)
            for key, value in element.attrib.items()
        }
        text = ((element.text or "").strip(), (element.tail or "").strip())
        found.append((element.tag.rpartition("}")[2], depth, text, attributes))
        for child in element:
            visit(child, depth + 1)

    visit(root, 0)
    return found


def _element_difference(want, got):
    (tag, depth, text, attributes), (new_tag, new_depth, new_text, new_attributes) = (
        want,
        got,
    )
    if (tag, depth) != (new_tag, new_depth):
        return f"is {new_tag} now"
    if text != new_text:
        return f"text {' '.join(text)!r} became {' '.join(new_text)!r}"
    if attributes.keys() != new_attributes.keys():
        return f"attributes {sorted(attributes)} became {sorted(new_attributes)}"
    for key, value in attributes.items():
        new = new_attributes[key]
        if key not in GEOMETRY or NUMBER.sub("#", value) != NUMBER.sub("#", new):
            if value != new:
                return f"{key} {value!r} became {new!r}"
        else:
            pairs = zip(NUMBER.findall(value), NUMBER.findall(new), strict=True)
            moved = max((abs(float(a) - float(b)) for a, b in pairs), default=0)
            if moved > TOLERANCE:
                return f"a number of {key} moved by {moved:.3g}"
    return ""
