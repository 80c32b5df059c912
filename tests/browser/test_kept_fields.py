"""What was typed and is no sketch is kept by the browser; what comes back may be anybody's."""

import pytest
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

bare = page_with(
    "studio/kept_fields.js",
    stubs={
        "preview/preview_form.js": ["sketched", "valueOf"],
        "form/typing.js": ["read"],
        "studio/studio.js": ["whenFieldIsThere"],
    },
)

FORM = """() => {
  const input = document.createElement("input");
  input.type = "text";
  input.id = JSON.stringify({ path: "study.seed", type: "studio-field" });
  document.body.append(input);
  window.stubs = {
    valueOf: () => input.value, read: (text) => text, sketched: () => ({}),
    whenFieldIsThere: (path, then) => input.id.includes(path) && then(),
  };
}"""


@pytest.mark.parametrize("kept", [None, 7, "x", [], ["x"], {"study.seed": 3}, {"__proto__": "x"}, {"a b.c": "x"}])
def test_what_is_no_text_of_a_field_is_not_read(bare: Page, kept: object) -> None:
    assert bare.evaluate("kept => window.corral.keptFields.read(kept)", kept) == {}


def test_a_long_text_and_many_fields_are_not_read(bare: Page) -> None:
    many = {f"own_policies.{n}.order": "x" * (5_000 if n == 0 else 1) for n in range(60)}
    read = bare.evaluate("kept => window.corral.keptFields.read(kept)", many)
    assert len(read) == 50
    assert "own_policies.0.order" not in read


def test_what_was_typed_after_the_form_was_handed_over_stays_kept(bare: Page) -> None:
    bare.evaluate(FORM)
    field = bare.locator("input")
    field.fill("mistyped")
    now = "window.corral.keptFields.now()"
    assert bare.evaluate(now) == {"study.seed": "mistyped"}
    bare.evaluate("window.corral.keptFields.settling()")
    field.fill("mistyped more")  # while the server reads what there was
    bare.evaluate("window.corral.keptFields.isSketch()")
    assert bare.evaluate(now) == {"study.seed": "mistyped more"}
    bare.evaluate("window.corral.keptFields.settling(); window.corral.keptFields.isSketch()")
    assert bare.evaluate(now) == {}
    bare.evaluate("window.corral.keptFields.bring({ 'study.seed': 'brought', 'study.gone': 'x' })")
    assert field.input_value() == "brought"
    assert bare.evaluate(now) == {"study.seed": "brought"}
