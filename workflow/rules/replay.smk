# Recorded hands through a bundle: what it can answer, and what it thinks of the play.


rule replay_hands:
    """Status of every decision and probability of the action taken, by street and seat.

    Made on demand: snakemake results/<blueprint>/replay/<name>.svg, with the hands as PHH text in
    hands/<name>.phhs.
    """
    input:
        script="workflow/scripts/replay_hands.py",
        bundle="results/{blueprint}/bundle/manifest.json",
        cards=PLAN.cards,
        hands="hands/{hands}.phhs",
    output:
        summary="results/{blueprint}/replay/{hands}.json",
        figure=report(
            "results/{blueprint}/replay/{hands}.svg",
            caption="../report/replay.rst",
            category="{blueprint}",
            labels={"what": "replay of {hands}"},
        ),
        hashes="results/{blueprint}/replay/{hands}.sha256",
    log:
        "results/logs/replay_hands/{blueprint}/{hands}.log",
    benchmark:
        "results/benchmarks/replay_hands/{blueprint}/{hands}.tsv"
    localrule: True
    params:
        spec=PLAN.replay,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --bundle {input.bundle}"
        " --cards {input.cards}"
        " --hands {input.hands} --summary {output.summary} --figure {output.figure}"
        " --hashes {output.hashes}"
