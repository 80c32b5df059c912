"""The form of every family."""

from typing import Any

from components.pages.studio.coscheduling_form import COSCHEDULING_FORM
from components.pages.studio.family_form import FamilyForm
from components.pages.studio.master_worker_form import MASTER_WORKER_FORM
from components.pages.studio.parallel_jobs_form import PARALLEL_JOBS_FORM
from components.pages.studio.synchronous_iterative_form import SYNCHRONOUS_ITERATIVE_FORM

FORMS: dict[str, FamilyForm] = {
    "parallel-jobs": PARALLEL_JOBS_FORM,
    "coscheduling": COSCHEDULING_FORM,
    "master-worker": MASTER_WORKER_FORM,
    "synchronous-iterative": SYNCHRONOUS_ITERATIVE_FORM,
}


def form_of(tree: dict[str, Any]) -> FamilyForm:
    """The form of the family of a scenario tree."""
    return FORMS[tree["family"]]
