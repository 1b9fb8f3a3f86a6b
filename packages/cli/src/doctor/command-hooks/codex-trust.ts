import { realPath } from "../../files/paths.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Found } from "../launched/entry-findings.js";
import type { Entry } from "./agent.js";
import type { CodexHooks, ListedHook } from "./codex-server.js";
import type { ServedEntry } from "./entry.js";

/** The hooks that Codex reports, or why they are unknown. `undefined` for other agents. */
export type Trust = CodexHooks | { readonly failure: string } | undefined;

/** Returns what Codex reports about its files as a whole. */
export function trustFindings(trust: Trust): Finding[] {
  if (trust === undefined) return [];
  if ("failure" in trust) {
    const what = `cannot find out whether Codex trusts the hooks: ${trust.failure}`;
    return [finding("trust-unasked", what, "start codex and type /hooks")];
  }
  const { off, warnings } = trust;
  return [
    ...(off
      ? [
          finding(
            "switched-off",
            "features.hooks is false, so Codex silently starts no hooks",
            "remove it from config.toml",
          ),
        ]
      : []),
    ...warnings.map((what) => warningFinding(what, trust)),
  ];
}

/** Codex lists the hooks of every file that it can read, even if it warns about the file. */
function warningFinding(what: string, { hooks }: CodexHooks): Finding {
  const isRead = hooks.some(({ sourcePath }) => what.includes(sourcePath));
  const words = `Codex reports: ${what}`;
  return isRead
    ? finding("agent-warns", words, "correct what it warns about; Codex uses the other hooks in that file")
    : finding("broken-file", words, "correct the file: Codex ignores all its hooks");
}

/** Reports whether Codex starts an entry. */
export function trustFound(entry: Entry | ServedEntry, trust: Trust): Found[] {
  if (trust === undefined || "failure" in trust || trust.off) return [];
  const listed = trust.hooks.find((hook) => isOf(hook, entry));
  if (listed === undefined) return [unlisted(entry)];
  const { enabled, trustStatus } = listed;
  if (!enabled)
    return [["switched-off", "it is disabled in Codex's config.toml", "start codex, type /hooks, and enable it"]];
  if (trustStatus === "trusted" || trustStatus === "managed") return [];
  const why = trustStatus === "modified" ? "it changed after it was trusted" : "it is not trusted yet";
  return [
    ["not-trusted", `${why}, so Codex skips it, silently in codex exec`, "start codex, type /hooks, and trust it"],
  ];
}

function unlisted({ file: { scope } }: Entry | ServedEntry): Found {
  if (scope !== "project") return ["not-trusted", "Codex does not list it", "start codex and type /hooks"];
  const what = "Codex does not trust the project, so it silently skips the file";
  return ["not-trusted", what, 'start codex in that folder and trust it: trust_level = "trusted" in config.toml'];
}

function isOf({ sourcePath, eventName, command, server }: ListedHook, entry: Entry | ServedEntry): boolean {
  const { file, event } = entry;
  const starts = "server" in entry ? server === entry.server : command === entry.command;
  return starts && eventName.toLowerCase() === event.toLowerCase() && realPath(sourcePath) === realPath(file.path);
}
