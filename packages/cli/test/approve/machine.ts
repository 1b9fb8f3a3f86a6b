import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PersonTerminal } from "../person-terminal.js";
import { agentHookProcess, file } from "../run-command.js";

const HOOK = file("packages/cli/test/hooks/ask-person.mjs");
const AGENT = file("packages/cli/test/approve/agent.mjs");

export interface AgentAnswer {
  readonly code: number | null;
  readonly output: string;
}

/** A machine with an agent, which has a shell, and a person, who has terminals. They share a store. */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), "agent-hook-person-"));
  readonly env: Readonly<Record<string, string>>;
  readonly #agent;
  #last = 0;

  /** `marks`: variables that the agent's processes have. */
  constructor(waitMs: number, marks: Readonly<Record<string, string>> = {}) {
    const { PATH = "", HOME = "" } = process.env;
    this.env = { PATH, HOME, TERM: "xterm", XDG_STATE_HOME: this.folder, WAIT_MS: String(waitMs) };
    // The agent has a session of its own, so that these tests also run in a person's terminal.
    this.#agent = spawn(process.execPath, [AGENT, HOOK], {
      env: { ...this.env, ...marks },
      detached: true,
      stdio: ["pipe", "ignore", "inherit", "ipc"],
    });
    this.#agent.setMaxListeners(0);
  }

  /** A shell call of the agent, which starts the hook. Resolves to `""` if the call may run. */
  async call(command: string): Promise<string> {
    const payload = {
      ...{ session_id: "s1", turn_id: "t1", transcript_path: "/t.jsonl", cwd: "/tmp", hook_event_name: "PreToolUse" },
      ...{ model: "m", permission_mode: "default", tool_name: "Bash", tool_use_id: "u1" },
      tool_input: { command, description: "d" },
    };
    return (await this.#ask({ payload })).output;
  }

  /** Runs a command in the agent's own shell. */
  shell(command: string): Promise<AgentAnswer> {
    return this.#ask({ shell: command });
  }

  async #ask(message: object): Promise<AgentAnswer> {
    this.#last += 1;
    const n = this.#last;
    const answer = new Promise<AgentAnswer>((resolve) => {
      const take = (received: AgentAnswer & { readonly n: number }) => {
        if (received.n !== n) return;
        this.#agent.off("message", take as never);
        resolve(received);
      };
      this.#agent.on("message", take as never);
    });
    this.#agent.stdin?.write(`${JSON.stringify({ n, ...message })}\n`);
    return answer;
  }

  /** Returns the open questions, as `agent-hook approve --json` lists them. */
  async questions(): Promise<
    readonly { readonly id: string; readonly askedBy: readonly { readonly pid: number }[] }[]
  > {
    const { stdout } = await agentHookProcess(["approve", "--json"], { env: this.env });
    return JSON.parse(stdout);
  }

  /** Resolves to the only question, once there is one. */
  async question() {
    for (;;) {
      const [question] = await this.questions();
      if (question !== undefined) return question;
    }
  }

  /** Opens a terminal for the person and runs a command in it. `type`: what the person types once the screen shows it. */
  async terminal(
    args: readonly string[],
    type: (screen: string) => string | undefined = () => undefined,
  ): Promise<{ readonly code: number; readonly screen: string }> {
    const terminal = this.open(args);
    let isTyped = false;
    terminal.onScreen((screen) => {
      const text = isTyped ? undefined : type(screen);
      if (text === undefined) return;
      isTyped = true;
      terminal.type(`${text}\r`);
    });
    return { code: await terminal.ended, screen: terminal.screen };
  }

  /** Opens a terminal for the person, in which a command runs until it ends or the terminal is closed. */
  open(args: readonly string[]): PersonTerminal {
    return new PersonTerminal(args, this.env);
  }

  /** Reads the log of what one of the agent's scripts printed. */
  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.stdin?.end();
    this.#agent.kill("SIGKILL");
    if (this.#agent.exitCode === null && this.#agent.signalCode === null) await once(this.#agent, "exit");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Types the code that the screen shows. */
export function code(screen: string): string | undefined {
  return /type (\d{4}): $/.exec(screen)?.[1];
}
