// A Vitest worker ends its child processes when it exits, see `runToEnd`. It must therefore exit however the run ends.
process.once("SIGTERM", () => process.exit(143));
process.once("SIGINT", () => process.exit(130));
process.once("disconnect", () => process.exit(1));
