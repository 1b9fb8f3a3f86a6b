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
const path = home + "/config.toml";
const config = () => (existsSync(path) ? readFileSync(path, "utf8") : "");
const TABLE = /^\\[hooks\\.state\\.("[^"]*")\\]\\n((?:\\w+ = .*\\n)*)/gm;
const fields = (lines) => Object.fromEntries([...lines.matchAll(/(\\w+) = (.*)/g)].map(([, name, value]) => [name, JSON.parse(value)]));
const states = () => new Map([...config().matchAll(TABLE)].map(([, key, lines]) => [JSON.parse(key), fields(lines)]));
const lines = (state) => Object.entries(state).map(([name, value]) => name + " = " + JSON.stringify(value) + "\\n").join("");
const write = (all) => {
  const tables = [...all].map(([key, state]) => "[hooks.state." + JSON.stringify(key) + "]\\n" + lines(state));
  writeFileSync(path, config().replace(TABLE, "") + tables.join(""));
};
const listed = (eventName, entry, at) => {
  const key = sourcePath + ":" + eventName + ":" + at + ":0";
  const currentHash = "sha256:" + createHash("sha256").update(JSON.stringify(entry)).digest("hex");
  const { trusted_hash, enabled = true } = states().get(key) ?? {};
  const trustStatus = trusted_hash === undefined ? "untrusted" : trusted_hash === currentHash ? "trusted" : "modified";
  return { key, sourcePath, eventName, command: entry.command, enabled, trustStatus, currentHash };
};
const list = () =>
  Object.entries(existsSync(sourcePath) ? JSON.parse(readFileSync(sourcePath, "utf8")).hooks : {}).flatMap(([name, groups]) =>
    groups.flatMap(({ hooks }, at) => hooks.map((entry) => listed(name, entry, at))),
  );
const answers = {
  initialize: () => ({ result: {} }),
  "hooks/list": () => ({ result: { data: [{ cwd: "", hooks: list(), warnings: [], errors: [] }] } }),
  "config/read": () => ({ result: { config: { features: {} } } }),
  "config/batchWrite": ({ edits }) => {
    const all = states();
    for (const { keyPath, value, mergeStrategy } of edits) {
      const key = keyPath.startsWith("hooks.state.") && JSON.parse(keyPath.slice(12));
      if (keyPath === "hooks.state" && mergeStrategy === "upsert") {
        for (const [name, state] of Object.entries(value)) all.set(name, { ...all.get(name), ...state });
      } else if (keyPath === "hooks.state" && value === null) all.clear();
      else if (key && value === null && mergeStrategy === "replace") all.delete(key);
      else return { error: { code: -32600, message: "unexpected" } };
    }
    write(all);
    return { result: { status: "ok" } };
  },
};
/* change */
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ id, ...answers[method](params) }));
});
`;
