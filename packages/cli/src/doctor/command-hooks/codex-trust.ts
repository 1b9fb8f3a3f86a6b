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
    const what = `Codex could not be asked whether it trusts the hooks: ${trust.failure}`;
    return [finding("trust-unasked", what, "start codex, type /hooks, and see")];
  }
  const { off, warnings } = trust;
  return [
    ...(off
      ? [
          finding(
            "switched-off",
            "features.hooks is false, so Codex starts no hook, without a word",
            "take it out of config.toml",
          ),
        ]
      : []),
    ...warnings.map((what) => warningFinding(what, trust)),
  ];
}

/** Codex lists the hooks of every file that it can read, even if it warns about the file. */
function warningFinding(what: string, { hooks }: CodexHooks): Finding {
  const isRead = hooks.some(({ sourcePath }) => what.includes(sourcePath));
  const words = `Codex says: ${what}`;
  return isRead
    ? finding("agent-warns", words, "change what it warns of: Codex takes the other hooks of that file")
    : finding("broken-file", words, "mend it: Codex takes no hook of it");
}

/** Reports whether Codex starts an entry. */
export function trustFound(entry: Entry | ServedEntry, trust: Trust): Found[] {
  if (trust === undefined || "failure" in trust || trust.off) return [];
  const listed = trust.hooks.find((hook) => isOf(hook, entry));
  if (listed === undefined) return [unlisted(entry)];
  const { enabled, trustStatus } = listed;
  if (!enabled)
    return [
      ["switched-off", "it is switched off in Codex's config.toml", "start codex, type /hooks, and switch it on"],
    ];
  if (trustStatus === "trusted" || trustStatus === "managed") return [];
  const why = trustStatus === "modified" ? "it was changed since it was trusted" : "it is not trusted yet";
  return [
    [
      "not-trusted",
      `${why}, so Codex skips it, in codex exec without a word`,
      "start codex, type /hooks, and trust it",
    ],
  ];
}

function unlisted({ file: { scope } }: Entry | ServedEntry): Found {
  if (scope !== "project")
    return ["not-trusted", "Codex does not list it among its hooks", "start codex, type /hooks, and see"];
  const what = "Codex does not trust the project, so it skips the file without a word";
  return ["not-trusted", what, 'start codex in that folder and trust it: trust_level = "trusted" in config.toml'];
}

function isOf({ sourcePath, eventName, command, server }: ListedHook, entry: Entry | ServedEntry): boolean {
  const { file, event } = entry;
  const starts = "server" in entry ? server === entry.server : command === entry.command;
  return starts && eventName.toLowerCase() === event.toLowerCase() && realPath(sourcePath) === realPath(file.path);
}
