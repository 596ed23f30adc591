"""Where `kg` begins, as a command and as `python -m kg`."""

from kg.stopping import end_on_signals


def main() -> None:
    """Run the command line; signals end it well from before the first long import on."""
    end_on_signals()
    from kg.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
