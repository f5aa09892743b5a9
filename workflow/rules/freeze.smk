# The average strategy as a read-only policy.


rule freeze_policy:
    """The average strategy of one stack class in 8 bits, compressed."""
    input:
        script="workflow/scripts/freeze_policy.py",
        state="results/{blueprint}/{stack_class}/state.safetensors",
    output:
        policy="results/{blueprint}/{stack_class}/policy.safetensors.zst",
        hashes="results/{blueprint}/{stack_class}/policy.sha256",
    log:
        "results/logs/freeze_policy/{blueprint}/{stack_class}.log",
    benchmark:
        "results/benchmarks/freeze_policy/{blueprint}/{stack_class}.tsv"
    localrule: True
    threads: PLAN.solve_threads
    params:
        spec=PLAN.policy,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --state {input.state}"
        " --threads {threads} --policy {output.policy} --hashes {output.hashes}"
