const { join } = require("node:path");

// Should the program end before its end, because the terminal went away for instance, that is no success.
process.exitCode = 1;
import("../dist/main.js").then(async ({ run }) => {
  process.exitCode = await run(process.argv.slice(2), join(__dirname, ".."));
});
