// Looks for terms to avoid in everything that people read: docs, comments with their docstrings, and `--help`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTerms } from "./find-terms.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const READ = [
  "*.md",
  "packages/*/src/**/*.ts",
  "packages/*/src/*.ts",
  "examples/*/src/*.ts",
  "templates/*/src/*.ts",
  ":!packages/text/src/terms.ts",
  ":!**/fixtures/**",
  ":!packages/*/CHANGELOG.md",
];

const tracked = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z", "--", ...READ];
const files = execFileSync("git", tracked, { cwd: root, encoding: "utf8" }).split("\0");
// A file that was deleted may still be tracked.
const present = files.filter((file) => file !== "" && existsSync(join(root, file)));
const findings = present.flatMap((file) => findTerms(file, readFileSync(join(root, file), "utf8")));
for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(
    "The list is packages/text/src/terms.ts. Put a host's or an API's own words in `code` or quotation marks.",
  );
  process.exitCode = 1;
} else console.log(`no term to avoid in ${present.length} files`);
