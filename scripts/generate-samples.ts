import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { HOST_FACTS } from "../packages/testing/src/command-hosts/host-facts.js";

// Writes the recorded payloads of the command hosts into the testing package, which ships them.

for (const [host, { title, version }] of Object.entries(HOST_FACTS)) {
  const events = new URL(`../packages/sdk/src/hosts/${host}/fixtures/${version}/events/`, import.meta.url);
  const files = readdirSync(events).filter((name) => name.endsWith(".json"));
  const payloads = Object.fromEntries(
    files.sort().map((file) => [nameOf(file), JSON.parse(readFileSync(new URL(file, events), "utf8"))]),
  );
  const name = `${host.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Payloads`;
  const target = `packages/testing/src/command-hosts/sample-payloads/${host}.ts`;
  writeFileSync(
    target,
    `import type { Payload } from "../effect.js";

/** What ${title} ${version} wrote to a hook's stdin: the recordings, as they are, by scripts/generate-samples.ts. */
export const ${name}: Readonly<Record<string, Payload>> = ${JSON.stringify(payloads)};
`,
  );
  execFileSync("npx", ["biome", "check", "--write", target], { stdio: "ignore" });
}

/** Returns the event, with a suffix if the event has several payloads. */
function nameOf(file: string): string {
  return file === "ProjBefore.json" ? "BeforeTool.project" : file.slice(0, -".json".length);
}
