# feltprint: from config.yaml to frozen, hashed, measured poker blueprints.
#
#   snakemake --cores all                                  the default config
#   snakemake --cores all --configfile configs/<name>.yaml another config, in place of the default
#
# Each rule names its script as an input, has one param (the canonical JSON of all that shapes its
# output) and writes the hashes of its artifacts beside them. What is where: docs/architecture.md.

from snakemake.utils import min_version

min_version("9.10")


if not workflow.overwrite_configfiles:

    configfile: "config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/abstraction.smk"
include: "workflow/rules/solve.smk"
include: "workflow/rules/freeze.smk"
include: "workflow/rules/bundle.smk"
include: "workflow/rules/audit.smk"
include: "workflow/rules/replay.smk"
include: "workflow/rules/lab.smk"
include: "workflow/rules/report.smk"


rule all:
    default_target: True
    input:
        "results/manifest.json",
