# The lab: every algorithm on games that can be solved exactly. A cell of the matrix is a job.


rule run_lab_cell:
    """One algorithm on one game, with its exact curve.

    CPU times are no artifact: they lie under benchmarks, outside of the fingerprint.
    """
    input:
        script="workflow/scripts/run_lab_cell.py",
    output:
        run="results/lab/{lab_run}/runs/{cell}.json",
        cpu="results/benchmarks/lab_cell/{lab_run}/{cell}.cpu.json",
        hashes="results/lab/{lab_run}/runs/{cell}.sha256",
    log:
        "results/logs/run_lab_cell/{lab_run}/{cell}.log",
    benchmark:
        "results/benchmarks/run_lab_cell/{lab_run}/{cell}.tsv"
    threads: 1
    resources:
        progress_ms=round(PLAN.run.run.progress_seconds * 1000),
    params:
        spec=PLAN.lab.cell,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --progress-ms {resources.progress_ms} --run {output.run} --cpu {output.cpu}"
        " --hashes {output.hashes}"


rule report_lab:
    """Figures and tables of one game. The script finds the runs by the cells in its param."""
    input:
        script="workflow/scripts/report_lab.py",
        runs=PLAN.lab.runs,
        cpu_times=PLAN.lab.cpu_times,
    output:
        convergence=report(
            "results/lab/{lab_run}/convergence.svg",
            caption="../report/lab_convergence.rst",
            category="lab",
            labels={"what": "{lab_run}: by iterations"},
        ),
        cpu=report(
            "results/benchmarks/lab/{lab_run}.svg",
            caption="../report/lab_cpu.rst",
            category="lab",
            labels={"what": "{lab_run}: by CPU time"},
        ),
        summary="results/lab/{lab_run}/summary.json",
        table="results/lab/{lab_run}/summary.md",
        curves="results/lab/{lab_run}/curves.csv",
        strategies="results/lab/{lab_run}/strategies.csv",
        hashes="results/lab/{lab_run}/report.sha256",
    log:
        "results/logs/report_lab/{lab_run}.log",
    benchmark:
        "results/benchmarks/report_lab/{lab_run}.tsv"
    localrule: True
    params:
        spec=PLAN.lab.report,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --folder results/lab/{wildcards.lab_run}"
        " --cpu-times results/benchmarks/lab_cell/{wildcards.lab_run} --cpu {output.cpu}"
        " --hashes {output.hashes}"


rule play_lab_tournament:
    """Rule agents against the equilibrium and against the response that exploits each."""
    input:
        script="workflow/scripts/play_lab_tournament.py",
    output:
        tournament="results/lab/{lab_run}/tournament.json",
        hashes="results/lab/{lab_run}/tournament.sha256",
    log:
        "results/logs/play_lab_tournament/{lab_run}.log",
    benchmark:
        "results/benchmarks/play_lab_tournament/{lab_run}.tsv"
    localrule: True
    params:
        spec=PLAN.lab.tournament,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --tournament {output.tournament} --hashes {output.hashes}"


rule run_lab_ablations:
    """What one good idea is worth: curves with and without it."""
    input:
        script="workflow/scripts/run_lab_ablations.py",
    output:
        hashes="results/lab/ablations.sha256",
        average=report(
            "results/lab/ablations/average-or-current.svg",
            caption="../report/lab_ablation.rst",
            category="lab",
            labels={"what": "ablation: average or current strategy"},
        ),
        floor=report(
            "results/lab/ablations/floor-per-deal.svg",
            caption="../report/lab_ablation.rst",
            category="lab",
            labels={"what": "ablation: floor per deal"},
        ),
        drift=report(
            "results/lab/ablations/drift.svg",
            caption="../report/lab_ablation.rst",
            category="lab",
            labels={"what": "ablation: drift"},
        ),
    log:
        "results/logs/run_lab_ablations.log",
    benchmark:
        "results/benchmarks/run_lab_ablations.tsv"
    localrule: True
    params:
        spec=PLAN.lab.ablations,
    shell:
        "python {input.script} --spec {params.spec:q} --log {log}"
        " --folder results/lab/ablations --hashes {output.hashes}"
