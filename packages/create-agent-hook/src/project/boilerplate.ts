import { type PackageManager, scriptCommand } from "../package-manager.js";
import type { CreateOptions } from "./create-options.js";

/** The same format as in the templates. */
export const BIOME_JSON = `{
  "$schema": "./node_modules/@biomejs/biome/configuration_schema.json",
  "files": { "includes": ["**", "!dist", "!**/*.md"] },
  "formatter": { "indentStyle": "space", "lineWidth": 120 }
}
`;

export function gitignore({ language, packageManager }: CreateOptions): string {
  const ignored = ["node_modules/", "*.tgz", "*.jsonl"];
  if (language === "typescript") ignored.splice(1, 0, "dist/");
  if (packageManager === "yarn") ignored.push(".yarn/install-state.gz");
  return `${ignored.join("\n")}\n`;
}

/** In the order that finds a mistake fastest. */
const CHECKS = ["lint", "typecheck", "test", "build", "check"];

/** Returns a GitHub workflow that runs the project's checks. */
export function workflow(scripts: readonly string[], manager: PackageManager): string {
  const commands = CHECKS.filter((script) => scripts.includes(script)).map((script) => scriptCommand(manager, script));
  const steps = [
    "- uses: actions/checkout@v6",
    `- uses: actions/setup-node@v6\n  with:\n    node-version: \${{ matrix.node }}`,
    ...manager.setUp,
    ...[manager.cleanInstall, ...commands].map((command) => `- run: ${command}`),
  ];
  return `name: CI
on: [push, pull_request]
permissions:
  contents: read
jobs:
  ci:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
${steps.join("\n").replaceAll(/^/gm, "      ")}
`;
}
