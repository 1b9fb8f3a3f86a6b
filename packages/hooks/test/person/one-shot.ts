import type { Hook } from "@agent-hook/sdk";
import { type Clock, memoryStore, runInProcess, type StoreSource } from "@agent-hook/sdk/in-process";
import { type Question, Questions } from "@agent-hook/sdk/internal/questions";
import { vi } from "vitest";

export interface Answer {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

/** One shell call of an agent. */
export interface ShellCall {
  readonly command: string;
  readonly description?: string;
  readonly session?: string;
  readonly cwd?: string;
}

/** The shell of each host, and the fields that only this host sends. */
const SHELLS: Readonly<Record<string, object>> = {
  codex: { tool_name: "Bash", turn_id: "t1", model: "m" },
  "claude-code": { tool_name: "Bash" },
  qwen: { tool_name: "run_shell_command", timestamp: "2026-11-26T10:00:00.000Z" },
};

/** An agent that starts the hook for each call, and the person's view of the questions. */
export class Machine {
  readonly log: string[] = [];
  readonly questions: Questions;

  constructor(
    private readonly hook: Hook,
    private readonly host = "codex",
    readonly store: StoreSource = memoryStore(),
    private readonly clock?: Clock,
  ) {
    this.questions = new Questions(store);
  }

  /** Resolves to the hook's answer: `{}` if the call may run. */
  async call({ command, description = "d", session = "s1", cwd = "/home/ada/project" }: ShellCall): Promise<Answer> {
    let text = "";
    const running = await runInProcess(this.hook, {
      host: this.host,
      store: this.store,
      ...(this.clock === undefined ? {} : { clock: this.clock }),
      write: (line) => {
        text += line;
      },
      writeError: (line) => this.log.push(line),
    });
    running.receive([
      JSON.stringify({
        ...{ session_id: session, transcript_path: "/t.jsonl", cwd, hook_event_name: "PreToolUse" },
        ...{ permission_mode: "default", tool_use_id: "u1", ...SHELLS[this.host] },
        tool_input: { command, description },
      }),
    ]);
    await running.inputEnded();
    await running.end(0);
    return text === "" ? {} : (JSON.parse(text).hookSpecificOutput ?? {});
  }

  /** Resolves to the only open question, once there is one. */
  async question(): Promise<Question> {
    const findOpen = async () => {
      const [open, ...others] = (await this.questions.list()).filter(({ state }) => state === "open");
      if (open === undefined) throw new Error(`expected a question: ${this.log.join("")}`);
      return { open, others };
    };
    const { open, others } = await vi.waitFor(findOpen, { timeout: 600_000, interval: 5 });
    if (others.length > 0) throw new Error("expected one open question");
    return open;
  }

  /** Answers the next question. */
  async answer(answer: "allow" | "deny", reason?: string): Promise<Question> {
    const question = await this.question();
    await this.questions.answer(question.id, answer, "terminal", reason);
    return question;
  }
}
