# What is served: one card abstraction and one policy a stack class.


rule build_bundle:
    """The bundle of one blueprint: every member hashed, the version is the hash of them all.

    The script finds the policies by the names of the stack classes in the spec: no list of
    inputs is expanded into the command.
    """
    input:
        script="workflow/scripts/build_bundle.py",
        policies=PLAN.policies,
        cards=PLAN.cards,
    output:
        manifest="results/{blueprint}/bundle/manifest.json",
        hashes="results/{blueprint}/bundle.sha256",
    log:
        "results/logs/build_bundle/{blueprint}.log",
    benchmark:
        "results/benchmarks/build_bundle/{blueprint}.tsv"
    localrule: True
    params:
        spec=PLAN.bundle,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --blueprint results/{wildcards.blueprint} --cards {input.cards}"
        " --manifest {output.manifest} --hashes {output.hashes}"
