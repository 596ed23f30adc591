"""`kg extract`: abstracts in, one JSON object a paper out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import InputFormat, Jobs, MinConfidence, Pipeline, Sources
from kg.cli.progress import progress_bar, say, warn, warn_of_more
from kg.errors import InputError
from kg.warnings import Warnings

if TYPE_CHECKING:
    from kg.built import Progress
    from kg.records import Paper
    from kg.scale.shards import Engine
    from kg.scale.work import Failed, Recipe


class EngineName(StrEnum):
    """What spreads shards."""

    PROCESSES = "processes"
    RAY = "ray"


def extract_cli(
    sources: Sources = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write; - is standard output.")] = Path(
        "-"
    ),
    input_format: InputFormat = None,
    pipeline: Pipeline = None,
    min_confidence: MinConfidence = None,
    jobs: Jobs = 1,
    shards: Annotated[
        Path | None,
        typer.Option(
            "--shards",
            help="Folder to work in, in place of --out: a run that was stopped goes on where it was.",
            metavar="DIR",
            show_default=False,
        ),
    ] = None,
    shard_size: Annotated[
        int | None,
        typer.Option("--shard-size", min=1, help="Papers of a shard; 1000 without it.", show_default=False),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="What does the shards: processes here, or a Ray cluster.")
    ] = EngineName.PROCESSES,
    address: Annotated[
        str | None,
        typer.Option(
            "--address",
            help="The Ray cluster: HOST:PORT of its head, or auto. Without it, Ray is started here.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Find concepts, roles and links in abstracts.

    Writes one JSON object a paper, with exact offsets into the abstract as read.

    Example: kg extract abstracts.txt --out extractions.jsonl
    """
    from kg.files import check_not_an_input, check_output_file, check_output_folder, check_outside
    from kg.scale.shards import SHARD_SIZE
    from kg.scale.work import recipe
    from kg.sources import read_papers

    if not sources:
        raise InputError("name at least one file or folder of abstracts, or - for standard input")
    if shards is None and (engine is EngineName.RAY or address):
        raise InputError("--engine ray and --address need --shards DIR, a folder that all machines see")
    if shards is None and shard_size is not None:
        raise InputError("--shard-size needs --shards DIR, the folder of the shards")
    if shards is not None and str(out) != "-":
        raise InputError("give either --out FILE or --shards DIR")
    if shards is not None:
        check_output_folder(shards)
        check_outside(shards, sources)
    elif str(out) != "-":
        check_output_file(out)
        check_not_an_input(out, sources)
        check_outside(out, sources)
    made = recipe(pipeline, min_confidence)
    with progress_bar() as progress:
        read = partial(read_papers, sources, format=input_format, on_seen=partial(progress, "reading"))
        if shards is None:
            _extract_to_file(read, made, out, jobs, progress)
        else:
            spread = _engine(engine, jobs, address)
            _extract_to_shards(read, made, shards, shard_size or SHARD_SIZE, spread, progress)


def _extract_to_file(
    read: Callable[..., Iterator[Paper]], made: Recipe, out: Path, jobs: int, progress: Progress
) -> None:
    from kg.files import replacing
    from kg.scale.earlier import EarlierExtractions
    from kg.scale.extraction import extract_papers

    warnings = Warnings()
    problem = warnings.telling(warn)
    papers = read(on_problem=problem)

    def failed(paper: Failed) -> None:
        problem(str(paper))

    def lines() -> Iterator[bytes]:
        with closing(EarlierExtractions(out, pipeline=made.recorded)) as earlier:
            found = extract_papers(papers, made, jobs=jobs, earlier=earlier, on_failure=failed)
            for done, (_, line) in enumerate(found, 1):
                progress("extracting", done)
                yield line

    if str(out) == "-":
        for line in lines():
            sys.stdout.buffer.write(line)
    else:
        with replacing(out) as scratch, scratch.open("wb") as file:
            file.writelines(lines())
    warn_of_more(warnings)


def _engine(name: EngineName, jobs: int, address: str | None) -> Engine:
    if name is EngineName.RAY:
        from kg.scale import cluster

        return partial(cluster.spread, jobs=jobs, address=address)
    from kg.scale import processes

    return map if jobs == 1 else partial(processes.spread, jobs=jobs)


def _extract_to_shards(
    read: Callable[..., Iterator[Paper]],
    made: Recipe,
    folder: Path,
    size: int,
    engine: Engine,
    progress: Progress,
) -> None:
    from kg.scale.shards import About, extract_shards

    about, failures = About(), Warnings()
    warn_of_failure = failures.telling(warn)
    papers = read(
        on_problem=about.warnings.telling(warn),
        on_source=about.add_source,
        on_duplicates=about.duplicates.update,
        on_filled=about.filled.update,
    )
    shards, earlier, extracted = 0, 0, 0
    for done in extract_shards(papers, folder, made, engine, size=size, about=about):
        shards += 1
        earlier += done.is_earlier
        extracted += done.papers
        progress("extracting", extracted)
        for failed in done.failed:
            warn_of_failure(str(failed))
    warn_of_more(about.warnings, failures)
    say(
        f"{extracted} papers in {shards} shards, {earlier} of them done before: "
        f"kg build --extractions {folder}"
    )
