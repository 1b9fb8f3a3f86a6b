import type { HookTrust, TrustOffer, TrustQuestion } from "../../host-tools/install.js";
import type { InstallFinding, PlacedEntry } from "../../host-tools/install-findings.js";
import { findHook, type HookList, listHooks } from "./hook-list.js";
import { trustHooks } from "./trust-hooks.js";

/** Asks the installed Codex which hooks it trusts. */
export async function askCodex(question: TrustQuestion): Promise<HookTrust | { failure: string }> {
  const list = await listHooks(question);
  if ("failure" in list) return list;
  return {
    isOff: list.off,
    findings: listFindings(list),
    findingsFor: (entry) => trustFound(entry, list),
    offer: (entries) => trustOffer(entries, list, question),
  };
}

function trustOffer(entries: readonly PlacedEntry[], list: HookList, question: TrustQuestion): TrustOffer {
  const skipped = entries.filter((entry) => list.off || trustFound(entry, list).length > 0);
  const listed = skipped.flatMap((entry) => {
    const hook = findHook(list.hooks, entry);
    return hook?.enabled ? [{ entry, hash: hook.currentHash }] : [];
  });
  if (list.off || listed.length < skipped.length) {
    return { findings: [...listFindings(list), ...skipped.flatMap((entry) => trustFound(entry, list))] };
  }
  const hashed = listed.flatMap(({ entry, hash }) => (hash ? [{ entry, hash }] : []));
  if (hashed.length < listed.length) {
    return { findings: [["not-trusted", "Codex does not report the hash that it would trust", "update Codex"]] };
  }
  return { entries: skipped, grant: (signal) => trustHooks(hashed, { ...question, signal }) };
}

/** Returns what Codex reports about its files as a whole. */
function listFindings(list: HookList): InstallFinding[] {
  const what = "features.hooks is false, so Codex silently starts no hooks";
  const off: InstallFinding[] = list.off ? [["switched-off", what, "remove it from config.toml"]] : [];
  return [...off, ...list.warnings.map((warning) => warningFinding(warning, list))];
}

/** Codex lists the hooks of every file that it can read, even if it warns about the file. */
function warningFinding(what: string, { hooks }: HookList): InstallFinding {
  const isRead = hooks.some(({ sourcePath }) => what.includes(sourcePath));
  const words = `Codex reports: ${what}`;
  return isRead
    ? ["agent-warns", words, "correct what it warns about; Codex uses the other hooks in that file"]
    : ["broken-file", words, "correct the file: Codex ignores all its hooks"];
}

/** Reports whether Codex starts an entry. */
function trustFound(entry: PlacedEntry, { hooks, off }: HookList): InstallFinding[] {
  if (off) return [];
  const listed = findHook(hooks, entry);
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

function unlisted({ file: { scope } }: PlacedEntry): InstallFinding {
  if (scope !== "project") return ["not-trusted", "Codex does not list it", "start codex and type /hooks"];
  const what = "Codex does not trust the project, so it silently skips the file";
  return ["not-trusted", what, 'start codex in that folder and trust it: trust_level = "trusted" in config.toml'];
}
