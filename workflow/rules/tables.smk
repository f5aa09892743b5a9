# Tables that every game shares.


rule build_tables:
    """Evaluator tables, canonical boards and 169x169 preflop equities."""
    input:
        script="workflow/scripts/build_tables.py",
    output:
        hashes="results/tables/tables.sha256",
    log:
        "results/logs/build_tables.log",
    benchmark:
        "results/benchmarks/build_tables.tsv"
    localrule: True
    params:
        spec=PLAN.tables,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log} --hashes {output.hashes}"
