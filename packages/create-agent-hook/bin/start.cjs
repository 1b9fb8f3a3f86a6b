const { join } = require("node:path");

// Replaced once `run` settles. The process can exit before that, for example when the terminal closes: a failure.
process.exitCode = 1;
import("../dist/main.js").then(async ({ run }) => {
  process.exitCode = await run(process.argv.slice(2), join(__dirname, ".."));
});
