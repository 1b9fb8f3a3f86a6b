// The floor for a host: only PicoClaw's rules for a tool round, without checks, limits or supervision.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

type Params = Record<string, unknown>;
type Answer = Record<string, unknown>;

class BareHook {
  #lastId = 0;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly process: ChildProcess;

  constructor([program = "", ...args]: readonly string[]) {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as { id: number; result: Answer };
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
    this.process = child;
  }

  call(method: string, params: Params): Promise<Answer> {
    const id = ++this.#lastId;
    this.process.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}

/** Calls hooks one after the other and passes to each the result of the previous one. */
export class BareHost {
  readonly #hooks: readonly BareHook[];

  private constructor(commands: readonly (readonly string[])[]) {
    this.#hooks = commands.map((command) => new BareHook(command));
  }

  static async start(commands: readonly (readonly string[])[]): Promise<BareHost> {
    const host = new BareHost(commands);
    const hello = { name: "bench", version: 1, modes: ["tool", "approve"] };
    await Promise.all(host.#hooks.map((hook) => hook.call("hook.hello", hello)));
    return host;
  }

  async runTool(call: Params, execute: (call: Params) => string): Promise<string> {
    let current = call;
    for (const hook of this.#hooks) {
      const { action, call: changed, result, reason } = await hook.call("hook.before_tool", current);
      if (action === "respond" && result) return String((result as Params).for_llm);
      if (action === "deny_tool") return `Tool execution denied by hook: ${reason}`;
      if (action === "abort_turn" || action === "hard_abort") return "";
      if (changed) current = changed as Params;
    }
    for (const hook of this.#hooks) {
      const { approved, reason } = await hook.call("hook.approve_tool", current);
      if (!approved) return `Tool execution denied by approval hook: ${reason}`;
    }
    let finished: Params = { ...current, result: { for_llm: execute(current) }, duration: 1 };
    for (const hook of this.#hooks) {
      const { action, result } = await hook.call("hook.after_tool", finished);
      if (action === "abort_turn" || action === "hard_abort") return "";
      if (result) finished = result as Params;
    }
    return String((finished.result as Params).for_llm);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#hooks.map(({ process }) => {
        const gone = new Promise((resolve) => process.once("exit", resolve));
        process.stdin?.end();
        return gone;
      }),
    );
  }
}
