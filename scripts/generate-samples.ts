// Writes payloads.json of each host with a simulate.ts: what the newest recorded version wrote to a hook's stdin. The
// test kit uses these payloads, and fixtures/ is not published.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const hosts = fileURLToPath(new URL("../packages/sdk/src/hosts/", import.meta.url));

for (const host of readdirSync(hosts).filter((name) => existsSync(`${hosts}${name}/simulate.ts`))) {
  const fixtures = `${hosts}${host}/fixtures/`;
  const versions = readdirSync(fixtures).filter((name) => existsSync(`${fixtures}${name}/events`));
  const version = versions.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1);
  if (version === undefined) throw new Error(`${fixtures}: expected VERSION/events with recordings`);
  const text = payloadsIn(`${fixtures}${version}/events/`, version);
  const target = `${hosts}${host}/payloads.json`;
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

/** Returns the payloads by the names of their files: the event, with a suffix if it has several payloads. */
function payloadsIn(folder: string, version: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const lines = files.sort().map((file) => {
    const payload = JSON.stringify(JSON.parse(readFileSync(`${folder}${file}`, "utf8")));
    return `    ${JSON.stringify(file.slice(0, -".json".length))}: ${payload}`;
  });
  return `{\n  "version": "${version}",\n  "payloads": {\n${lines.join(",\n")}\n  }\n}\n`;
}
