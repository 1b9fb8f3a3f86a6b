import { launcherPath } from "@agent-hook/sdk/launcher";
import { launchedAt } from "../../../cli/src/host-config/launched.js";
import type { GuaranteeCase } from "./case.js";
import { EVENTS, type OneShot } from "./hosts.js";
import { deadlineOf } from "./source.js";
import type { Stage } from "./stage.js";
import { quoted } from "./wrappers.js";

/** Returns the command that `agent-hook config` prints for the guard. */
export function commandOf(one: GuaranteeCase, host: OneShot, words: readonly string[], stage: Stage): string {
  const deadlineMs = deadlineOf(one);
  const event = EVENTS[host.launcher];
  const facts = {
    onFailure: one.onFailure,
    points: pointsOf(one.form),
    deadlines: { interceptMs: deadlineMs, approveMs: deadlineMs, oneCallMs: 2 * deadlineMs },
    ...(one.form === "native" ? { native: { [host.launcher]: [event] } } : {}),
  };
  const launch = { command: words, launcher: launcherPath() };
  const { command } = launchedAt(
    host.launcher,
    event,
    facts,
    launch,
    host.hostValue === undefined ? {} : { hostValue: host.hostValue },
  );
  const { sh } = one.environment;
  return sh === "usual" ? command : command.replace("/bin/sh", stage.shell(sh));
}

function pointsOf(form: GuaranteeCase["form"]) {
  if (form === "native") return [];
  if (form === "approveTool") return ["approveTool"] as const;
  if (form === "beforeTool" || form === "class of Civic") return ["beforeTool"] as const;
  return ["beforeTool", "approveTool"] as const;
}

/**
 * Returns the words that run a command in the environment of a case. The shell replaces itself with the command, so
 * that the command is the host's own child. `fullPipe` is the path of a full pipe for stderr.
 */
export function inEnvironment(
  { environment }: GuaranteeCase,
  stage: Stage,
  words: readonly string[],
  fullPipe?: string,
): string[] {
  const { cwd, limit, umask, stdin, stderr, path } = environment;
  const folder = stage.cwd(cwd);
  const lines = [
    `cd ${quoted(folder)}`,
    ...(cwd === "deleted" ? [`rmdir ${quoted(folder)}`] : []),
    ...(limit === "" ? [] : [`ulimit ${limit} 2>/dev/null`]),
    ...(umask === "" ? [] : [`umask ${umask}`]),
    ...(stdin === "payload" ? [] : [`exec <${stdin === "closed" ? "&-" : "/dev/null"}`]),
    ...(stderr === "closed" ? ["exec 2>&-"] : stderr === "/dev/null" ? ["exec 2>/dev/null"] : []),
    ...(fullPipe === undefined ? [] : [`exec 2>${quoted(fullPipe)}`]),
    ...PATHS[path](stage),
    'exec "$@"',
  ];
  return ["/bin/sh", "-c", lines.join("\n"), "sh", ...words];
}

const PATHS: Readonly<Record<GuaranteeCase["environment"]["path"], (stage: Stage) => readonly string[]>> = {
  usual: () => [],
  empty: () => ["PATH=", "export PATH"],
  unset: () => ["unset PATH"],
  "project first": ({ planted }) => [`PATH='${planted}':"$PATH"`, "export PATH"],
};
