# The public tree and its size, and the solve of one stack class with resumable checkpoints.


rule forecast_size:
    """How large the tree, the tables and the checkpoints will be, before any is allocated."""
    input:
        script="workflow/scripts/forecast_size.py",
    output:
        forecast="results/{blueprint}/{stack_class}/size.json",
        hashes="results/{blueprint}/{stack_class}/size.sha256",
    log:
        "results/logs/forecast_size/{blueprint}/{stack_class}.log",
    benchmark:
        "results/benchmarks/forecast_size/{blueprint}/{stack_class}.tsv"
    localrule: True
    resources:
        memory_limit_mb=PLAN.memory_limit_mb(),
    params:
        spec=PLAN.size,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --memory-limit-mb {resources.memory_limit_mb} --size {output.forecast}"
        " --hashes {output.hashes}"


rule solve:
    """The solver state of one stack class.

    Checkpoints are no declared outputs, so that Snakemake deletes none: the job may be killed at
    any time and goes on where it was. Exit code 75 means stopped early, with all work kept.
    """
    input:
        script="workflow/scripts/solve.py",
        forecast="results/{blueprint}/{stack_class}/size.json",
        cards=PLAN.cards,
    output:
        state="results/{blueprint}/{stack_class}/state.safetensors",
        hashes="results/{blueprint}/{stack_class}/state.sha256",
    log:
        "results/logs/solve/{blueprint}/{stack_class}.log",
    benchmark:
        "results/benchmarks/solve/{blueprint}/{stack_class}.tsv"
    retries: 3
    threads: PLAN.solve_threads
    resources:
        mem_mb=PLAN.memory_mb,
        memory_limit_mb=PLAN.memory_limit_mb(),
        checkpoint_s=round(PLAN.run.run.checkpoint_minutes * 60),
        progress_ms=round(PLAN.run.run.progress_seconds * 1000),
    params:
        spec=PLAN.state,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --threads {threads}"
        " --progress-ms {resources.progress_ms} --checkpoint-s {resources.checkpoint_s}"
        " --memory-limit-mb {resources.memory_limit_mb} --size {input.forecast}"
        " --checkpoints results/checkpoints/{wildcards.blueprint}/{wildcards.stack_class}"
        " --cards {input.cards} --state {output.state} --hashes {output.hashes}"
