# The fingerprint of the whole build.


rule collect_manifest:
    """results/manifest.json: the sha256 of every artifact, from the files beside them."""
    input:
        script="workflow/scripts/collect_manifest.py",
        hashes=PLAN.sidecars,
    output:
        manifest="results/manifest.json",
    log:
        "results/logs/collect_manifest.log",
    benchmark:
        "results/benchmarks/collect_manifest.tsv"
    localrule: True
    params:
        spec=PLAN.manifest,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --manifest {output.manifest}"
