import { statSync } from "node:fs";
import type { AgentsFacts } from "../../../host-tools/install.js";
import type { StartedEntry } from "../../../host-tools/install-findings.js";
import { host as dockerAgent } from "../host.js";
import type { FindingId } from "./catalogue.js";
import { preempts } from "./events.js";

type Found = readonly [id: FindingId, what: string, fix?: string];

/** Reports problems that only entries of docker-agent have. */
export function entryFindings(entry: StartedEntry, facts: AgentsFacts): Found[] {
  return [...folderFound(entry), ...matcherFound(entry), ...variantFound(entry, facts)];
}

/** Skips a folder that is relative or has variables: it depends on where docker-agent runs. */
function folderFound({ workingDir }: StartedEntry): Found[] {
  if (workingDir === undefined || !workingDir.startsWith("/") || workingDir.includes("$")) return [];
  if (statSync(workingDir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const what = `its working_dir ${workingDir} is not a folder, so nothing starts and a tool may run unchecked`;
  return [["working-dir-missing", what, "create the folder, or remove working_dir"]];
}

function matcherFound({ matcher, badMatcher }: StartedEntry): Found[] {
  if (!badMatcher) return [];
  const what = `docker-agent never calls it: the matcher "${matcher}" is not a valid regular expression (Go RE2)`;
  return [["bad-matcher", what, 'correct the matcher; "*" matches every tool']];
}

function variantFound(entry: StartedEntry, facts: AgentsFacts): Found[] {
  const { event, launched, host } = entry;
  if (launched === undefined) return [];
  if (host === undefined) return [["version-unknown", "no --host, so the strictest rules apply"]];
  const { name, variant, version } = host;
  const wrong = name !== dockerAgent.name || (event === "pre_tool_use" && (variant === "preempt") !== preempts(entry));
  const hostFlag = [name, version === undefined ? "" : `@${version}`, variant === undefined ? "" : `/${variant}`].join(
    "",
  );
  const differs = version !== undefined && facts.version !== undefined && version !== facts.version;
  return [
    ...(wrong
      ? [["wrong-variant", `preempt_yolo is ${preempts(entry)}, but the hook receives --host ${hostFlag}`] as const]
      : []),
    ...(differs ? [["version-differs", `it receives version ${version}, not ${facts.version}`] as const] : []),
  ];
}
