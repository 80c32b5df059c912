"""A class of three browsers: a teacher and two students, from the code to the end of the class."""

import csv
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Page, expect

from components.lessons.asked import NumberPrediction, NumberQuestion
from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.words.wording import number
from engine.study.budget import budget
from tests.browser.conftest import violations
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

CLASS = re.compile("/class/([A-Z0-9]{6})$")


def cost(lesson: Lesson) -> float:
    return sum(budget(lesson.scenarios[name]).seconds for name in lesson.needed())


def is_simple(lesson: Lesson) -> bool:
    """Whether a number is predicted, and another one is the answer to the first question."""
    asked = lesson.front
    return isinstance(asked.prediction, NumberPrediction) and isinstance(asked.questions[0], NumberQuestion)


LESSON = min(filter(is_simple, lessons()[0].values()), key=cost)
PREDICTION: Any = LESSON.front.prediction
QUESTION: Any = LESSON.front.questions[0]
GUESSES = [round(PREDICTION.low + share * (PREDICTION.high - PREDICTION.low)) for share in (0.25, 0.75)]


COUNT_ARRIVALS = """() => {
    window.came = 0;
    const count = (node) => node.classList && node.classList.contains("class-fresh") && (came += 1);
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(count)))
        .observe(document.body, { childList: true, subtree: true });
}"""

script = module_of("classes/class_growth.js")

NUMBERS = st.lists(st.sampled_from([1.0, 2.0, 3.5]), max_size=6)


@given(NUMBERS, NUMBERS)
def test_what_is_fresh_is_what_was_not_there(script: NodeModule, before: list[float], more: list[float]) -> None:
    def marks(numbers: list[float]) -> str:
        return f"corral.classGrowth.marksOf({{mode: 'markers', x: {numbers}, y: {[1] * len(numbers)}}})"

    asked = f"corral.classGrowth.fresh({marks(sorted(before + more))}, corral.classGrowth.count({marks(before)}))"
    assert [float(one["key"]) for one in script.evaluate(asked)] == sorted(more)


@pytest.fixture
def people(browser: Browser, browser_context_args: dict, address: str) -> Iterator[Callable[[], Page]]:
    """Browsers that know nothing of each other; any error in a console and any bad answer fails."""
    trouble: list[str] = []
    contexts: list[BrowserContext] = []

    def another() -> Page:
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("response", lambda r: trouble.append(f"{r.status} {r.url}") if r.status >= 400 else None)
        return page

    yield another
    for context in contexts:
        context.close()
    assert [one for one in trouble if "ERR_INTERNET_DISCONNECTED" not in one] == []


def open_class(page: Page, address: str) -> str:
    """Open a class as a teacher does, and return its code."""
    page.goto(f"{address}class?lesson={LESSON.name}", wait_until="commit")
    page.get_by_role("button", name="Open a class").click()
    page.wait_for_url(CLASS, wait_until="commit")
    expect(page.get_by_role("img", name="QR code of")).to_be_visible()
    found = CLASS.search(page.url)
    assert found
    return found.group(1)


def join(page: Page, address: str, code: str, nickname: str) -> None:
    """Join as a student does who was told the code."""
    page.goto(f"{address}class", wait_until="commit")
    page.get_by_label("Code", exact=True).fill(code.lower())
    page.keyboard.press("Enter")
    page.get_by_label("Nickname").fill(nickname)
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".class-banner")).to_contain_text(f"You are in class {code} as")


def predict(page: Page, guess: int) -> None:
    page.locator("#learn-step-predict").get_by_role("textbox").fill(str(guess))
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Fix my prediction").click()


def count(page: Page, title: str) -> Any:
    """How many have come to a stage, on the teacher's page."""
    return page.locator("#class-counts dl > div").filter(has_text=title).locator("dd")


def part_of(page: Page, n: int = 0) -> Any:
    """The prediction or a question on the teacher's page."""
    return page.locator(".class-part").nth(n)


def test_a_class_from_its_code_to_its_end(people: Callable[[], Page], address: str) -> None:
    teacher, ada, grace = people(), people(), people()
    code = open_class(teacher, address)
    expect(teacher.locator("#class-said")).to_contain_text("--host 0.0.0.0")

    teacher.evaluate(COUNT_ARRIVALS)
    for student, name, guess in ((ada, "Ada", GUESSES[0]), (grace, "", GUESSES[1])):
        join(student, address, code, name)
        predict(student, guess)
        expect(student.locator(".class-banner")).to_contain_text("Your work is with the class")
    expect(grace.locator(".class-banner")).to_contain_text("as student 2")
    expect(count(teacher, "predicted")).to_have_text("2")
    expect(part_of(teacher)).to_contain_text(f"2 predictions: {number(GUESSES[0])}")
    teacher.wait_for_function("came === 2")  # each was seen to arrive
    expect(part_of(teacher)).not_to_contain_text("Measured")
    expect(teacher.get_by_text("Ada")).not_to_be_visible()

    expect(teacher.locator("#class-teacher[data-settled]")).to_be_visible()
    small = teacher.get_by_role("img", name="QR code of").bounding_box()
    assert small
    assert small["width"] < 120
    teacher.get_by_role("button", name="QR code of").click()
    expect(teacher.locator("#class-teacher[data-settled]")).to_have_count(0)
    picture = part_of(teacher).get_by_role("figure").bounding_box()
    assert picture
    assert picture["height"] >= teacher.evaluate("innerHeight / 2")
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator(".class-part:visible")).to_contain_text("No answers yet")
    expect(part_of(teacher, 1).get_by_role("figure", include_hidden=True)).to_be_hidden()
    teacher.get_by_role("button", name="Previous question").click()
    expect(part_of(teacher)).to_be_visible()

    teacher.keyboard.press("r")
    expect(teacher.get_by_role("button", name="Hide again")).to_be_visible()
    compute = teacher.get_by_role("button", name="Compute it")
    expect(teacher.locator("#class-reveal-said:not(:empty), #class-compute").first).to_be_visible()
    if compute.is_visible():
        compute.click()
    expect(teacher.locator("#class-reveal-said")).to_contain_text("Measured")
    expect(part_of(teacher).locator(".annotation-text")).to_contain_text("measured:")

    ada.get_by_role("button", name="Compare with my prediction").click()
    answer = ada.locator("#learn-step-questions").get_by_role("textbox").first
    answer.fill(str(QUESTION.answer))
    answer.press("Tab")
    ada.get_by_role("button", name="Check answer 1").click()
    ada.get_by_role("button", name=f"Hand in to class {code}").click()
    expect(ada.locator(".class-hand-in")).to_contain_text("Handed in at")
    expect(count(teacher, "handed in")).to_have_text("1")
    expect(part_of(teacher, 1)).to_contain_text("1 of 1 (100 %) have that.")

    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Download CSV").click()
    with download.value.path().open(encoding="utf-8-sig") as file:
        first, second = csv.DictReader(file)
    assert (first["nickname"], first["answer 1 right"], second["nickname"]) == ("Ada", "yes", "student 2")
    assert first["handed in (UTC)"] > second["handed in (UTC)"] == ""
    (predicted,) = [column for column in first if column.startswith("prediction")]
    assert [float(row[predicted]) for row in (first, second)] == GUESSES

    teacher.get_by_role("button", name="Close the class").click()
    teacher.get_by_role("button", name="Close the class and delete everything").click()
    expect(teacher.locator("#class-said")).to_contain_text("The class is closed, and everything in it is deleted.")
    for student in (ada, grace):
        student.evaluate("window.dispatchEvent(new Event('focus'))")  # as when the page is looked at again
        expect(student.locator(".class-banner")).to_contain_text("This class is closed")
    teacher.reload(wait_until="commit")
    expect(teacher.get_by_role("heading", name="No such class")).to_be_visible()


def test_what_is_done_without_a_connection_arrives_later_and_once(people: Callable[[], Page], address: str) -> None:
    teacher, ada = people(), people()
    code = open_class(teacher, address)
    join(ada, address, code, "Ada")
    ada.route("**/work", lambda route: route.abort("internetdisconnected"))
    predict(ada, GUESSES[0])
    expect(ada.locator(".class-banner")).to_contain_text("Not sent yet")
    ada.unroute("**/work")
    expect(ada.locator(".class-banner")).to_contain_text("Your work is with the class")
    ada.reload(wait_until="commit")
    expect(ada.locator(".class-banner")).to_contain_text("Your work is with the class")
    expect(count(teacher, "joined")).to_have_text("1")
    expect(count(teacher, "predicted")).to_have_text("1")


def test_the_link_of_the_teacher_works_elsewhere_and_leaves_no_key_in_the_address(
    people: Callable[[], Page], address: str
) -> None:
    teacher, other, student = people(), people(), people()
    code = open_class(teacher, address)
    key = teacher.evaluate("code => JSON.parse(localStorage.getItem('corral-class-keys'))[code].key", code)
    other.goto(f"{address}class/{code}#key={key}", wait_until="commit")
    expect(other.get_by_role("button", name="Reveal")).to_be_visible()
    assert key not in other.url
    student.goto(f"{address}class/{code}#key={'0' * 32}", wait_until="commit")
    expect(student.get_by_role("button", name="Join")).to_be_visible()
    expect(student.get_by_role("button", name="Reveal")).to_be_hidden()


def test_both_views_are_accessible(people: Callable[[], Page], address: str) -> None:
    teacher, student = people(), people()
    code = open_class(teacher, address)
    expect(part_of(teacher)).to_contain_text("No predictions yet")
    for wide in (1280, 390):  # the second time in the other colors
        for page in (teacher, student):
            page.set_viewport_size({"width": wide, "height": 844})
        student.goto(f"{address}class/{code}", wait_until="commit")
        expect(student.get_by_role("button", name="Join")).to_be_visible()
        assert violations(teacher) == []
        assert violations(student) == []
        for page in (teacher, student):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_role("button", name=re.compile("Dark|Light")).click()
