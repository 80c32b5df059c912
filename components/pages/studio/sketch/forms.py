"""The form of every family."""

from typing import Any

from components.pages.studio.families.coscheduling.form import COSCHEDULING_FORM
from components.pages.studio.families.master_worker.form import MASTER_WORKER_FORM
from components.pages.studio.families.parallel_jobs.form import PARALLEL_JOBS_FORM
from components.pages.studio.families.synchronous_iterative.form import SYNCHRONOUS_ITERATIVE_FORM
from components.pages.studio.sketch.family_form import FamilyForm

FORMS: dict[str, FamilyForm] = {
    "parallel-jobs": PARALLEL_JOBS_FORM,
    "coscheduling": COSCHEDULING_FORM,
    "master-worker": MASTER_WORKER_FORM,
    "synchronous-iterative": SYNCHRONOUS_ITERATIVE_FORM,
}


def form_of(tree: dict[str, Any]) -> FamilyForm:
    """The form of the family of a scenario tree."""
    return FORMS[tree["family"]]
