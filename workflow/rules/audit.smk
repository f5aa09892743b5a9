# Is the blueprint right, and how good is it? The contract of a build.


rule audit_blueprint:
    """Every check of one blueprint, with figures; fails when a check fails.

    Snakemake deletes the outputs of a failed job: the log keeps the table of checks, and a copy of
    the page lies beside it.
    """
    input:
        script="workflow/scripts/audit_blueprint.py",
        tables="results/tables/tables.sha256",
        bundle="results/{blueprint}/bundle/manifest.json",
        cards=PLAN.cards,
        states=PLAN.states,
        forecasts=PLAN.forecasts,
    output:
        page=report(
            "results/{blueprint}/audit/audit.html",
            caption="../report/audit.rst",
            category="{blueprint}",
            labels={"what": "audit"},
        ),
        preflop=report(
            "results/{blueprint}/audit/preflop.svg",
            caption="../report/preflop.rst",
            category="{blueprint}",
            labels={"what": "preflop charts"},
        ),
        convergence=report(
            "results/{blueprint}/audit/convergence.svg",
            caption="../report/convergence.rst",
            category="{blueprint}",
            labels={"what": "convergence"},
        ),
        sizes=report(
            "results/{blueprint}/audit/sizes.svg",
            caption="../report/sizes.rst",
            category="{blueprint}",
            labels={"what": "sizes"},
        ),
        hashes="results/{blueprint}/audit.sha256",
    log:
        "results/logs/audit_blueprint/{blueprint}.log",
    benchmark:
        "results/benchmarks/audit_blueprint/{blueprint}.tsv"
    localrule: True
    threads: PLAN.audit_threads
    resources:
        progress_ms=round(PLAN.run.run.progress_seconds * 1000),
    params:
        spec=PLAN.audit,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --threads {threads}"
        " --progress-ms {resources.progress_ms} --tables results/tables"
        " --blueprint results/{wildcards.blueprint} --cards {input.cards}"
        " --hashes {output.hashes}"
