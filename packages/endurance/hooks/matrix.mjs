// One hook for every agent: a guard that denies `rm -rf`, or a redactor that hides a secret. FAULT, ROLE, POLICY and
// the arguments configure it.
import { execFileSync } from "node:child_process";
import { writeFileSync, writeSync } from "node:fs";
import { approve, defineHook, defineTool, deny, modify, reject, serve } from "@agent-hook/sdk";

const { FAULT: fault, ROLE: role, POLICY: onFailure, MARK: mark, AGENT_HOOK_FD: descriptor } = process.env;
const MEBIBYTE = 2 ** 20;

const kill = () => process.kill(process.pid, "SIGKILL");
const faults = {
  throws: () => {
    throw new Error("a fault");
  },
  rejects: () => Promise.reject(new Error("a fault")),
  "never settles": () => new Promise(() => {}),
  "loops for ever": () => {
    for (;;);
  },
  "decides nonsense": () => ({ action: "alow" }),
  "prints, and its child prints": () => {
    console.log("noise");
    process.stdout.write('{"noise":');
    execFileSync("echo", ["noise of a child"], { stdio: "inherit" });
  },
  "exits with 0, without a word": () => process.exit(0),
  "exits with 1": () => process.exit(1),
  "is killed in the middle of its answer": () => {
    // Descriptor 3 leads to the launcher. Without a launcher it may be anything.
    try {
      writeSync(3, '{"decision":"blo');
    } catch {}
    kill();
  },
  "runs out of memory": () => {
    const all = [];
    for (;;) all.push(new Array(1000).fill(all.length));
  },
};
// A one-shot host cannot kill the hook before the call, so the hook kills itself early.
if (fault === "is killed before it is asked" && descriptor !== undefined) kill();

/** Runs the fault, or `say` if the fault does not decide. */
async function or(say) {
  return (await faults[fault]?.()) ?? say();
}

const isForbidden = (call) => /\brm -rf\b/.test(JSON.stringify(call.arguments));
const reason = fault === "answers too much" ? "no ".repeat(MEBIBYTE) : "no rm -rf";
const hide = (text) => text.replaceAll("secret", "[hidden]");
const deadlines = fault === "never settles" ? { deadlines: { interceptMs: 500, approveMs: 500 } } : {};

/** Under MCP, a guard can guard only its own tools. */
async function runTool() {
  const { z } = await import("zod");
  return defineTool({
    name: "run",
    description: "Runs a command",
    input: z.object({ command: z.string() }),
    run: ({ command }) => {
      writeFileSync(mark, command);
      return "it ran";
    },
  });
}

const hooks = {
  guard: {
    ...(process.argv.includes("mcp") ? { tools: [await runTool()] } : {}),
    ...(onFailure === "block"
      ? { approveTool: (call) => or(() => (isForbidden(call) ? reject(reason) : approve())) }
      : { beforeTool: (call) => or(() => (isForbidden(call) ? deny(reason) : undefined)) }),
  },
  redactor: {
    beforeLlm: ({ messages }) =>
      or(() => modify({ messages: messages.map((one) => ({ ...one, content: hide(one.content) })) })),
    afterTool: ({ result }) => or(() => modify({ result: hide(result.forLlm) })),
  },
};

const hook = defineHook({ name: role, onFailure, ...deadlines, ...hooks[role] });
if (process.argv.includes("civic")) {
  const { serveCivic } = await import("@agent-hook/civic");
  const server = await serveCivic(hook, { port: 0 });
  console.log(`serves ${server.url}`);
} else await serve(hook);
