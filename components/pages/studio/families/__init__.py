"""What each family adds to the Studio, a folder for each; here they are spelt out."""

from components.pages.studio.face import FACES
from components.pages.studio.families.coscheduling.face import COSCHEDULING
from components.pages.studio.families.master_worker.face import MASTER_WORKER
from components.pages.studio.families.parallel_jobs.face import PARALLEL_JOBS
from components.pages.studio.families.synchronous_iterative.face import SYNCHRONOUS_ITERATIVE

FACES.update(
    {
        "parallel-jobs": PARALLEL_JOBS,
        "coscheduling": COSCHEDULING,
        "master-worker": MASTER_WORKER,
        "synchronous-iterative": SYNCHRONOUS_ITERATIVE,
    }
)
