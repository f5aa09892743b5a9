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


rule examine_abstraction:
    """What the buckets hold and what their kinds promise; fails when a check fails.

    Made on demand: snakemake results/abstractions/<name>.examination.svg
    """
    input:
        script="workflow/scripts/examine_abstraction.py",
        cards="results/abstractions/{abstraction}.safetensors",
    output:
        examination="results/abstractions/{abstraction}.examination.json",
        figure=report(
            "results/abstractions/{abstraction}.examination.svg",
            caption="../report/examination.rst",
            category="{abstraction}",
            labels={"what": "buckets"},
        ),
        hashes="results/abstractions/{abstraction}.examination.sha256",
    log:
        "results/logs/examine_abstraction/{abstraction}.log",
    benchmark:
        "results/benchmarks/examine_abstraction/{abstraction}.tsv"
    threads: 8
    params:
        spec=PLAN.examination,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --threads {threads}"
        " --cards {input.cards} --examination {output.examination} --figure {output.figure}"
        " --hashes {output.hashes}"
