import { statSync } from "node:fs";
import { isMatcher } from "@agent-hook/testing/command-hosts";
import type { Finding } from "../findings/catalogue.js";
import { entryFindings as entryFindingsOf, type Found, launcherFound } from "../launched/entry-findings.js";
import type { Entry } from "./entry.js";
import type { Facts, Hook } from "./gather.js";
import { configured, DOCKER_AGENT } from "./gather.js";

/** Reports problems in the entries of a hook. */
export function entryFindings(hook: Hook, facts: Facts): Finding[] {
  const again = configured(facts, hook);
  return entryFindingsOf(hook, again, (entry) => [
    ...folderFound(entry),
    ...matcherFound(entry),
    ...variantFound(entry, facts),
    ...launcherFound(entry, hook, DOCKER_AGENT, again),
  ]);
}

/** Skips a folder that is relative or has variables: it depends on where docker-agent runs. */
function folderFound({ workingDir }: Entry): Found[] {
  if (workingDir === undefined || !workingDir.startsWith("/") || workingDir.includes("$")) return [];
  if (statSync(workingDir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const what = `its working_dir ${workingDir} is not a folder, so nothing starts and a tool may run unchecked`;
  return [["working-dir-missing", what, "create the folder, or remove working_dir"]];
}

function matcherFound({ matcher }: Entry): Found[] {
  if (isMatcher(matcher)) return [];
  const what = `docker-agent never calls it: the matcher "${matcher}" is not a valid regular expression (Go RE2)`;
  return [["bad-matcher", what, 'correct the matcher; "*" matches every tool']];
}

function variantFound({ event, preempts, launched, host }: Entry, facts: Facts): Found[] {
  if (launched === undefined) return [];
  if (host === undefined) return [["version-untold", "no --host, so the strictest rules apply"]];
  const { name, variant, version } = host;
  const wrong = name !== "docker-agent" || (event === "pre_tool_use" && (variant === "preempt") !== preempts);
  const told = [name, version === undefined ? "" : `@${version}`, variant === undefined ? "" : `/${variant}`].join("");
  const differs = version !== undefined && facts.version !== undefined && version !== facts.version;
  return [
    ...(wrong ? [["wrong-variant", `preempt_yolo is ${preempts}, but the hook receives --host ${told}`] as const] : []),
    ...(differs ? [["version-differs", `it receives version ${version}, not ${facts.version}`] as const] : []),
  ];
}
