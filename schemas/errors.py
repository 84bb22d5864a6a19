"""The errors of Tracer, one tree, each leaf with one handling.

```
TracerError                never raised itself
  ConfigError              the user's mistake: flags, config file, run name    exit 2, one line
  DataError                something shipped or stored is invalid              exit 3, one line
  PublishError             a final dataset could not be written                exit 4, one line
  DrainError               the run was asked to stop before its end            exit 130, one line
  BudgetError              too many records failed at one boundary             exit 5, one line
  BoundaryError            the outside failed while working on one record      recorded; run goes on
    ModelError             a model call failed for good
    UserFault              the user simulator gave no message that can be used
    EnvironmentFault       a tool raised what no tool may raise
```
A rejected record is no error (it is a verdict), a bad rollout is no error (it is data), and a tool
that refuses its arguments is no error (it is a result the agent sees).
"""


class TracerError(Exception):
    """Base of every error of Tracer; carries the exit code of the command line."""

    exit_code = 1


class ConfigError(TracerError):
    """The user asked for something that cannot be done; the message says what to change."""

    exit_code = 2


class DataError(TracerError):
    """A shipped or stored file is invalid; the message names the file."""

    exit_code = 3


class PublishError(TracerError):
    """A final dataset could not be written; what exists already stays."""

    exit_code = 4


class DrainError(TracerError):
    """The run was asked to stop; what is under way is finished, nothing new is begun."""

    exit_code = 130


class BudgetError(TracerError):
    """Too many records failed at one boundary for the data to be trusted."""

    exit_code = 5


class BoundaryError(TracerError):
    """Something outside failed while working on one record."""


class ModelError(BoundaryError):
    """A model call failed after its retries.

    Attributes:
        kind: `context_length` when the prompt was too long for the server, `fault` for everything
            else.
        n_retries: Tries of the call after its first.
    """

    def __init__(self, message: str, kind: str = "fault", n_retries: int = 0) -> None:
        super().__init__(message)
        self.kind = kind
        self.n_retries = n_retries


class UserFault(BoundaryError):
    """A user simulator gave nothing usable, or found no end; the server behind it is sound."""


class EnvironmentFault(BoundaryError):
    """A tool raised an exception that is not a refusal: a bug of the domain."""
