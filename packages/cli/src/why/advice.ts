import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { policyPlace } from "./policy-place.js";

/** Returns how to change what happened, one step per line. */
export async function adviceFor(record: DecisionRecord): Promise<readonly string[]> {
  const { failure, by, decision } = record;
  if (by === "launcher") return launcherAdvice(record);
  if (failure !== undefined) return failureAdvice(record);
  if (decision === "none" || decision === "approve") return ["The hook let the call pass: there is nothing to change."];
  return (await readyMadeAdvice(record)) ?? ownHookAdvice(record);
}

const LAUNCHER_CAUSES: Readonly<Record<string, string>> = {
  killed: "The hook's process was killed before it answered, for example because memory ran out.",
  exit: "The hook's process exited with an error before it answered.",
  timeout: "The hook did not answer in time. Its own deadline should be shorter than the launcher's.",
  "no-answer": "The hook's process ended without a whole answer.",
  unstarted: "The hook's program could not be found or started.",
};

function launcherAdvice({ host, failure }: DecisionRecord): string[] {
  const cause = LAUNCHER_CAUSES[failure?.kind ?? ""] ?? "The launcher could not run the hook.";
  return [cause, `To start the hook and see what it prints: agent-hook doctor ${host.name}`];
}

function failureAdvice({ failure, hook, file }: DecisionRecord): string[] {
  const where = file === undefined ? `the hook "${hook}"` : file;
  const steps: Readonly<Record<string, string>> = {
    threw: `Correct the error in ${where}: the stack above names the line.`,
    "timed-out": `Make ${failure?.where} of the hook "${hook}" faster, or raise its deadlines.`,
    "not-returned": `Write \`return\` before the decision in ${failure?.where}.`,
    "invalid-decision": `Correct what ${failure?.where} returns: the message above says what is wrong.`,
    unsupported: "This agent does not support the decision: agent-hook's page about the agent lists what it supports.",
    "not-started": `Correct what keeps ${where} from starting.`,
    undecodable: "The agent sent a call that this version of agent-hook does not know: update agent-hook.",
  };
  const first = steps[failure?.kind ?? ""];
  const policy = 'To let calls pass when this hook fails: onFailure "continue".';
  return [...(first === undefined ? [] : [first]), ...(failure?.consequence === "the call was denied" ? [policy] : [])];
}

/** For each ready-made hook, the option that would change the decision. `rule`: the rule that decided. */
const OPTIONS: Readonly<
  Record<string, (rule: string) => { readonly keys: readonly (string | number)[]; readonly text: string }>
> = {
  "guard-shell": (rule) => {
    const [kind = ""] = rule.split("/");
    return kind === "project-rule"
      ? { keys: ["rules"], text: "change the project's own rule" }
      : { keys: ["levels", kind], text: `set the level of ${kind} to allow or ask, or add a rule for this program` };
  },
  "protect-files": (rule) => {
    const [, index] = /^rules\[(\d+)\]$/.exec(rule) ?? [];
    return index === undefined
      ? { keys: [rule], text: `set ${rule} to allow or ask, or add a rule for these paths` }
      : { keys: ["rules", Number(index)], text: `change rules[${index}]` };
  },
  "redact-secrets": () => ({ keys: ["allow"], text: "if the text is not a secret, add it to `allow`" }),
  "scan-results": () => ({ keys: ["ignore"], text: "add a file that you trust to `ignore`, or set `mode` to observe" }),
  judge: () => ({ keys: ["instructions"], text: "change the instructions to the model" }),
  webhook: () => ({ keys: ["url"], text: "change the answer of the server at `url`" }),
  snapshot: () => ({ keys: ["onFailure"], text: "to let such calls pass, set `onFailure` to continue" }),
  "require-reason": () => ({ keys: ["except"], text: "add the tool to `except`" }),
  "limit-results": () => ({ keys: ["maxBytes"], text: "raise `maxBytes`" }),
  "dedupe-results": () => ({ keys: ["minBytes"], text: "raise `minBytes`" }),
};

async function readyMadeAdvice(record: DecisionRecord): Promise<string[] | undefined> {
  const { hook, rule = "", file, by } = record;
  if (rule === "invalid-policy") return [`Correct the policy file ${file ?? ""}: the reason above names the line.`];
  const option = Object.hasOwn(OPTIONS, hook) ? OPTIONS[hook] : undefined;
  if (option === undefined) return undefined;
  const { keys, text } = option(rule);
  const place = by === undefined ? undefined : policyPlace(file, ["hooks", hook, ...keys]);
  const where = place === undefined ? `In the options of ${hook}` : `In ${place}, under hooks.${hook}`;
  return [...explainCommand(record), `${where}: ${text}.`];
}

/** The command that shows how guard-shell reads a command. */
function explainCommand({ hook, arguments: args }: DecisionRecord): string[] {
  const { command } = Object(args) as { readonly command?: unknown };
  if (hook !== "guard-shell") return [];
  // A command that was cut or redacted is not the one that the hook saw.
  const isWhole = typeof command === "string" && !/…|\[redacted\]|[\p{Cc}]/u.test(command);
  const quoted = isWhole ? `'${command.replaceAll("'", "'\\''")}'` : "'COMMAND'";
  return [`To see how the hook reads the command: agent-hook explain ${quoted}`];
}

function ownHookAdvice({ hook, rule, file }: DecisionRecord): string[] {
  const what = rule === undefined ? `the hook "${hook}"` : `the rule ${rule} of the hook "${hook}"`;
  return [`To change it, change ${what}${file === undefined ? "" : ` in ${file}`}.`];
}
