import { program } from "./config-folder.js";

/**
 * Writes a program `codex` that lists hooks and keeps trust in config.toml, as the real one does. `change`: JavaScript that
 * replaces some of its `answers`. In it, `isCopy` is whether the program got a copy of the user's settings.
 */
export function trustingCodex(path: string, change = ""): void {
  program(path, `#!${process.execPath}\n${SOURCE.replace("/* change */", change)}`);
}

const SOURCE = `const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { createHash } = require("node:crypto");
const isCopy = Boolean(process.env.CODEX_HOME);
const home = process.env.CODEX_HOME || process.env.HOME + "/.codex";
const sourcePath = home + "/hooks.json";
const config = () => (existsSync(home + "/config.toml") ? readFileSync(home + "/config.toml", "utf8") : "");
const listed = (eventName, entry, at) => {
  const key = sourcePath + ":" + eventName + ":" + at + ":0";
  const currentHash = "sha256:" + createHash("sha256").update(JSON.stringify(entry)).digest("hex");
  const known = config().includes(JSON.stringify(key)) ? "modified" : "untrusted";
  const trustStatus = config().includes(currentHash) ? "trusted" : known;
  return { key, sourcePath, eventName, command: entry.command, enabled: true, trustStatus, currentHash };
};
const list = () =>
  Object.entries(JSON.parse(readFileSync(sourcePath, "utf8")).hooks).flatMap(([name, groups]) =>
    groups.flatMap(({ hooks }, at) => hooks.map((entry) => listed(name, entry, at))),
  );
const answers = {
  initialize: () => ({ result: {} }),
  "hooks/list": () => ({ result: { data: [{ cwd: "", hooks: list(), warnings: [], errors: [] }] } }),
  "config/read": () => ({ result: { config: { features: {} } } }),
  "config/batchWrite": ({ edits: [{ keyPath, value, mergeStrategy }] }) => {
    if (keyPath !== "hooks.state" || mergeStrategy !== "upsert") return { error: { code: -32600, message: "unexpected" } };
    const lines = config().split("\\n").filter((line) => line !== "");
    for (const [key, { trusted_hash }] of Object.entries(value)) {
      const table = "[hooks.state." + JSON.stringify(key) + "]";
      if (lines.includes(table)) lines.splice(lines.indexOf(table), 2);
      lines.push(table, "trusted_hash = " + JSON.stringify(trusted_hash));
    }
    writeFileSync(home + "/config.toml", lines.join("\\n") + "\\n");
    return { result: { status: "ok" } };
  },
};
/* change */
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ id, ...answers[method](params) }));
});
`;
