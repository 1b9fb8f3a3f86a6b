import { homedir } from "node:os";
import { type Context, defineHook, type Hook, isInside, type ToolCall } from "@agent-hook/sdk";
import * as z from "zod/mini";
import { checkOptions } from "../check-options.js";
import { decide } from "../decide.js";
import { type Level, strictestOf } from "../level.js";
import { projectAround } from "../paths/project.js";
import { SAMPLE_COMMAND, warmInSnapshot } from "../warm-in-snapshot.js";
import { levelsSchema, type ShellFinding } from "./classes.js";
import { commandReadings } from "./command-readings.js";
import { commandRuleSchema } from "./command-rules.js";
import { withinLimits } from "./limits.js";

/** A function, as in `check-options.ts`. */
export const optionsSchema = () =>
  z.strictObject({
    levels: z.prefault(levelsSchema(), {}),
    rules: z._default(z.array(commandRuleSchema()), []),
    mode: z._default(z.enum(["enforce", "observe"]), "enforce"),
  });

/**
 * All optional.
 *
 * - `levels`: `allow`, `ask` or `deny` for each class of command. Default: `deny`, but `ask` for `may-lose-work` and
 *   `reaches-outside`, and `allow` for `unknown`
 * - `rules`: the project's own rules, `{ command, level, reason }`. The first rule that matches a program decides on it
 * - `mode`: `observe` lets every call pass and logs what it would have decided. Default: `enforce`
 */
export type GuardShellOptions = z.input<ReturnType<typeof optionsSchema>>;

/**
 * Returns a hook that parses the commands of shell tools. By default, it denies commands that destroy a system, lose
 * work, leak secrets, run code from the network or rewrite history.
 *
 * It makes no decision about other calls: the host's own approval and other hooks still apply. A failure denies the
 * call.
 *
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(guardShell({ rules: [{ command: "npm publish", level: "ask" }] }));
 */
export function guardShell(options: GuardShellOptions = {}): Hook<{}> {
  const { mode, levels, rules } = checkOptions("guardShell", optionsSchema(), options);
  const judge = async (call: ToolCall) => {
    // The parser is loaded with the first command: most processes of a one-shot host never get one.
    const { judgeWithLevels } = await import("./judge.js");
    const { cwd = call.raw.cwd } = call;
    const start = typeof cwd === "string" ? cwd : undefined;
    const project = start?.startsWith("/") ? projectAround(start) : undefined;
    const judged = withinLimits(() =>
      commandReadings(call, start).map(({ command, folder }) => {
        const place = { ...(folder?.startsWith("/") && { cwd: folder }), home: homedir(), project, isInside };
        return judgeWithLevels(command, levels, { rules, ...place });
      }),
    );
    return {
      decision: strictestOf(judged.map(({ decision }) => decision)),
      findings: judged.flatMap(({ findings }) => findings),
    };
  };
  warmInSnapshot(async () => (await import("./judge.js")).judgeWithLevels(SAMPLE_COMMAND, levels, {}));
  const shared = { name: "guard-shell", toolFilter: { kinds: ["shell"] } } as const;
  if (mode === "observe") {
    // Without `approveTool`, neither a decision nor a failure can stop a call.
    return defineHook({
      ...shared,
      async beforeTool(call, { log }: Context) {
        const { decision, findings } = await judge(call);
        if (decision !== "allow") log.warn(`would ${decision}: ${reasonOf(findings)}`, rulesOf(findings));
      },
    });
  }
  return defineHook({
    ...shared,
    onFailure: "block",
    async approveTool(call) {
      const { decision, findings } = await judge(call);
      return decide(decision, reasonOf(findings), ruleOf(findings, decision));
    },
  });
}

/** Returns the first reasons of the findings that ask or deny, each once. */
function reasonOf(findings: readonly ShellFinding[]): string {
  const relevant = findings.filter(({ level }) => level !== "allow");
  return [...new Set(relevant.map(({ reason }) => reason))].slice(0, MAX_REASONS).join(" ");
}

/** Returns the rule of the first finding of the level that decides. */
function ruleOf(findings: readonly ShellFinding[], decision: Level): string | undefined {
  const finding = findings.find(({ level }) => level === decision);
  return finding && `${finding.class}/${finding.rule}`;
}

function rulesOf(findings: readonly ShellFinding[]) {
  return { rules: [...new Set(findings.map(({ class: kind, rule }) => `${kind}/${rule}`))] };
}

const MAX_REASONS = 3;
