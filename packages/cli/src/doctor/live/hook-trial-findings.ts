import { handlerFailures, launcherFailure } from "../../call/handler-failures.js";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { oneLine } from "../../terminal/show-value.js";
import { type Finding, finding } from "../findings/catalogue.js";
import { boundedLines, linesIn } from "../probe/probe.js";
import type { Recorded } from "./records.js";
import type { HookTrial } from "./try-hook.js";

/** Derives findings from running an agent with a hook. */
export function hookTrialFindings({ title }: CommandHookHost, { hook, tool, asked, failure }: HookTrial): Finding[] {
  if (failure !== undefined) {
    const what = `running ${title} with ${hook} proved nothing: ${failure}`;
    return [finding("live-inconclusive", what, `check that it runs, and that it has a tool ${tool}`)];
  }
  if (asked.length === 0) {
    const what = `${title} did not call ${hook} about ${tool}`;
    return [finding("live-inconclusive", what, "check its matcher, and the agent's name for the tool")];
  }
  return asked.flatMap((start) => {
    const why = whyFailed(start);
    if (why === undefined) return [];
    const lines = boundedLines(linesIn(start.stderr));
    const said = lines.length === 0 ? "" : `; its last lines on stderr:\n${lines.join("\n")}`;
    const what = `${hook} failed ${title}'s call of ${tool} after ${Math.round(start.ms)} ms: ${why}${said}`;
    return [finding("live-hook-failed", what, "correct the hook, and try again")];
  });
}

function whyFailed({ stderr, exit, signal }: Recorded): string | undefined {
  const failed = launcherFailure(stderr) ?? handlerFailures(linesIn(stderr))[0];
  if (failed !== undefined) return failed;
  if (signal !== null) return `it was killed by ${signal}`;
  return exit === 0 || exit === 2 ? undefined : `it exited with code ${exit}, which is not an answer`;
}

/** Describes what happened. */
export function hookTrialLines({ title }: CommandHookHost, trial: HookTrial): string[] {
  const { hook, tool, args, ran, told, asked, version, failure } = trial;
  if (failure !== undefined) return [];
  return [
    `ran ${hook} with ${title}${version === undefined ? "" : ` ${version}`}: the model called ${tool} with ${JSON.stringify(args)}`,
    ...asked.flatMap(({ event, ms, stdout, stderr }) => [
      `the hook was called at ${event}, and exited after ${Math.round(ms)} ms; it printed ${stdout.trim() === "" ? "nothing" : oneLine(stdout)}`,
      ...boundedLines(linesIn(stderr)).map((line) => `its stderr: ${line}`),
    ]),
    `the tool ${ran ? "ran" : "did not run"}; the model read ${told === undefined ? "nothing" : `"${oneLine(told)}"`}`,
  ];
}
