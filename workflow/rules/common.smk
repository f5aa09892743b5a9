# The checked config, the plan of the build, and what the names in paths may be.

import shlex
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError

import feltprint.config
import feltprint.digests
import feltprint.plan
import feltprint.step
from feltprint.errors import ConfigError

# The one validator. An error has one line: the path, what was found, what is allowed.
try:
    feltprint.plan.check_installed(Path(workflow.basedir))
    PLAN = feltprint.plan.Plan(feltprint.config.load(config))
except ConfigError as error:
    raise WorkflowError(f"\n{error}") from None

# Jobs run under the Python that runs Snakemake, with or without an activated environment, and know
# which package planned them.
shell.prefix(
    f"export PATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH"
    f" {feltprint.step.PLANNED_PACKAGE}={feltprint.digests.package_stamp()}; "
)


wildcard_constraints:
    blueprint="[a-z0-9_-]+",
    stack_class="[a-z0-9_-]+",
    abstraction="[a-z0-9_-]+",
    lab_run="[a-z0-9_-]+",
    cell="[a-z0-9+_-]+",
    hands="[A-Za-z0-9._-]+",
