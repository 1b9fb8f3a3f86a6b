import { type Effect, effectOfAnswer, type HookAnswer, type Payload } from "../../src/internal/command-hosts.js";
import type { Answer, Run } from "./recordings.js";

/** What a user at the terminal or a log of the model requests would show. */
export interface Seen {
  readonly exitCode: number;
  readonly modelCalls: number;
  readonly stderr: string;
  readonly toolResult?: { readonly text: string; readonly isError: boolean };
  readonly warnings: readonly string[];
  readonly context: readonly string[];
}

const CALL = /^CALL shell (\{"cmd":"echo .*"\})$/;
const EMPTY_COMMAND = 'Error: missing or empty "cmd" parameter. Pass the shell command as {"cmd": "..."}.';
const KNOWN_FLAGS = ["", "--yolo", "--safety strict", "--safety balanced", "--safety autonomous"];
const KNOWN_OPTIONS = ["working_dir: /nonexistent-dir", "on_error: block"];
const KNOWN_COMMANDS = ["exec node /nonexistent/x.mjs", "no-such-command-xyz", "node /home/user/project/hook.mjs"];

/** Accepts runs with one message, one agent and one answer per hook. Other recordings test other parts. */
export function canBePlayed(run: Run): boolean {
  const [message = "", ...more] = run.user_messages;
  return (
    !run.observed.hung &&
    more.length === 0 &&
    (message === "hello" || CALL.test(message)) &&
    KNOWN_FLAGS.includes(run.flags.join(" ")) &&
    run.env === undefined &&
    (run.agent_yaml_extra === undefined || run.agent_yaml_extra.includes("allow:")) &&
    Object.values(run.hook_options ?? {}).every((option) => KNOWN_OPTIONS.includes(option)) &&
    Object.values(run.hook_command ?? {}).every((command) => KNOWN_COMMANDS.includes(command)) &&
    !Object.values(run.hooks).some(Array.isArray)
  );
}

/** Runs one user message through the simulated host, with a minimal version of the program around its hooks. */
export function play(run: Run, version: string): Seen {
  const host = `docker-agent@${version}${run.preempt_yolo ? "/preempt" : ""}` as const;
  const permitted = yoloOf(run);
  const warnings: string[] = [];
  const context: string[] = [];
  let modelCalls = 0;
  let toolResult: Seen["toolResult"];

  function ask(event: string, payload: Payload = {}): Effect {
    const option = run.hook_options?.[event];
    const onFailure = option === "on_error: block" ? ({ onFailure: "block" } as const) : {};
    const effect = effectOfAnswer(host, event, payload, answersOf(run, event), { permitted, ...onFailure });
    if (effect.shown !== undefined) warnings.push(effect.shown);
    return effect;
  }
  const seen = (exitCode: number, stderr = ""): Seen => {
    return { exitCode, modelCalls, stderr, ...(toolResult ? { toolResult } : {}), warnings, context };
  };
  const blocked = (reason = "") => seen(1, `Error: ${reason}`);

  context.push(...(ask("session_start").context ?? []));
  const prompted = ask("user_prompt_submit");
  if (prompted.turn === "ends") return blocked(prompted.reason);
  context.push(...(prompted.context ?? []));
  const call = CALL.exec(run.user_messages[0] ?? "")?.[1];
  for (;;) {
    const started = ask("turn_start");
    if (modelCalls === 0) context.push(...(started.context ?? []));
    const before = ask("before_llm_call", { messages: [] });
    if (before.turn === "ends") return blocked(before.reason);
    modelCalls += 1;
    ask("after_llm_call");
    if (call === undefined || toolResult) break;
    toolResult = playCall(JSON.parse(call) as Readonly<Record<string, unknown>>);
    if (!toolResult.isError) {
      const after = ask("post_tool_use");
      if (after.turn === "ends") return blocked(after.reason);
    }
    ask("turn_end");
  }
  for (const event of ["stop", "turn_end", "session_end", "on_user_input"] as const) ask(event);
  return seen(0);

  function playCall(input: Readonly<Record<string, unknown>>): NonNullable<Seen["toolResult"]> {
    const before = ask("pre_tool_use", { tool_input: input });
    const asked = before.tool === "asks" && before.asks !== "person";
    const args = before.arguments ?? input;
    const effect = asked ? ask("permission_request", { tool_input: args }) : before;
    const text = textOf(effect, args as typeof input);
    const sent = ask("tool_response_transform", { tool_response: text, tool_category: "shell" });
    return { text: String(sent.result ?? text), isError: effect.tool !== "runs" || text === EMPTY_COMMAND };
  }
}

function textOf({ tool, result = "" }: Effect, { cmd }: Readonly<Record<string, unknown>>): string {
  if (tool === "does not run") return String(result);
  if (tool === "asks") return "The user rejected the tool call.";
  return typeof cmd === "string" ? cmd.replace("echo ", "").replaceAll('"', "") : EMPTY_COMMAND;
}

/** `echo` is safe, so the mode `balanced` lets it run. */
function yoloOf({ flags, agent_yaml_extra }: Run): boolean {
  const mode = flags.at(-1);
  return mode === "--yolo" || mode === "balanced" || mode === "autonomous" || agent_yaml_extra !== undefined;
}

/** Returns no answer if the run has no hook at the event. */
function answersOf(run: Run, event: string): readonly HookAnswer[] {
  const answer = run.hooks[event] as Answer | undefined;
  if (answer === undefined) return [];
  const option = run.hook_options?.[event];
  if (option?.startsWith("working_dir")) return [{ unstarted: "chdir /nonexistent-dir: no such file or directory" }];
  const command = run.hook_command?.[event] ?? "exec node /home/user/project/hook.mjs";
  if (command.includes("nonexistent")) return [{ exit: 1 }];
  if (command.startsWith("no-such")) return [{ exit: 127 }];
  const timeout = run.hook_timeout?.[event] ?? 60;
  if ((answer.sleep ?? 0) > timeout * 1000) return [{ command, timedOut: true, timeout }];
  const { stdout = "", stderr = "", exit = 0, kill } = answer;
  const output = { stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout), stderr };
  return [kill === undefined ? { ...output, exit } : { ...output, signal: kill }];
}
