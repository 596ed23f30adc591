"""What can go wrong in a way that a user can mend; each message says what happened, where, and what to do."""


class KgError(Exception):
    """The work failed. The command ends with `exit_code` and prints the message alone."""

    exit_code = 1


class InputError(KgError):
    """The call or an input is wrong: a missing file, an unknown format, an unusable output path."""

    exit_code = 2
