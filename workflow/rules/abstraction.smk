# Card abstractions: which hands are treated alike on which board.


rule build_abstraction:
    """A bucket for every hand on every canonical board, with a quality report.

    What k-means has done is kept under results/checkpoints, so a killed job goes on where it was.
    """
    input:
        script="workflow/scripts/build_abstraction.py",
    output:
        cards="results/abstractions/{abstraction}.safetensors",
        quality="results/abstractions/{abstraction}.json",
        hashes="results/abstractions/{abstraction}.sha256",
    log:
        "results/logs/build_abstraction/{abstraction}.log",
    benchmark:
        "results/benchmarks/build_abstraction/{abstraction}.tsv"
    threads: 8
    resources:
        progress_ms=round(PLAN.run.run.progress_seconds * 1000),
    params:
        spec=PLAN.abstraction,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --threads {threads}"
        " --progress-ms {resources.progress_ms}"
        " --checkpoints results/checkpoints/abstractions --cards {output.cards}"
        " --quality {output.quality} --hashes {output.hashes}"
