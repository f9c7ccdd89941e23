"""The subcommands of `mhaquiz deck`: each module has `arguments(parser)` and `run(options) -> int`."""
