// A worker of Vitest ends what it runs when it exits, see `runToEnd`: so it has to exit, whatever ends the run.
process.once("SIGTERM", () => process.exit(143));
process.once("SIGINT", () => process.exit(130));
process.once("disconnect", () => process.exit(1));
