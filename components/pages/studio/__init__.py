"""Studio: sketch a cluster and a workload, run, see."""

from components.pages.studio import families

__all__ = ["families"]  # whoever imports a part of this page finds the faces of all families
