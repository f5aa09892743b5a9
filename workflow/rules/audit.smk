# Is the blueprint right, and how good is it? The contract of a build.


rule audit_blueprint:
    """Every check of one blueprint, with figures; fails when a check fails."""
    input:
        script="workflow/scripts/audit_blueprint.py",
        bundle="results/{blueprint}/bundle/manifest.json",
        states=PLAN.states,
    output:
        page="results/{blueprint}/audit/audit.html",
        hashes="results/{blueprint}/audit.sha256",
    log:
        "results/logs/audit_blueprint/{blueprint}.log",
    benchmark:
        "results/benchmarks/audit_blueprint/{blueprint}.tsv"
    localrule: True
    params:
        spec=PLAN.audit,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --blueprint results/{wildcards.blueprint} --page {output.page}"
        " --hashes {output.hashes}"
