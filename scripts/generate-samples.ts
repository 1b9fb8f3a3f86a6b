// Writes payloads.json of each host with a simulate.ts: what the recorded versions wrote to a hook's stdin. The test kit
// uses these payloads, and fixtures/ is not published.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const hosts = fileURLToPath(new URL("../packages/sdk/src/hosts/", import.meta.url));

for (const host of readdirSync(hosts).filter((name) => existsSync(`${hosts}${name}/simulate.ts`))) {
  const fixtures = `${hosts}${host}/fixtures/`;
  const recorded = readdirSync(fixtures).filter((name) => existsSync(`${fixtures}${name}/events`));
  const [version, ...older] = recorded.sort((one, other) => other.localeCompare(one, "en", { numeric: true }));
  if (version === undefined) throw new Error(`${fixtures}: expected VERSION/events with recordings`);
  const lists = older.reverse().map((name) => `    "${name}": ${payloadsIn(`${fixtures}${name}/events/`, "    ")}`);
  const text = [
    "{",
    `  "version": "${version}",`,
    `  "payloads": ${payloadsIn(`${fixtures}${version}/events/`, "  ")}${lists.length === 0 ? "" : ","}`,
    ...(lists.length === 0 ? [] : ['  "older": {', lists.join(",\n"), "  }"]),
    "}\n",
  ].join("\n");
  const target = `${hosts}${host}/payloads.json`;
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

/** Returns the payloads by the names of their files: the event, with a suffix if it has several payloads. */
function payloadsIn(folder: string, indent: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const lines = files.sort().map((file) => {
    const payload = JSON.stringify(JSON.parse(readFileSync(`${folder}${file}`, "utf8")));
    return `${indent}  ${JSON.stringify(file.slice(0, -".json".length))}: ${payload}`;
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
