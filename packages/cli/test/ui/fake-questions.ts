import type { Question } from "@agent-hook/sdk/internal/questions";
import type { QuestionStore } from "../../src/ui/watch-questions.js";

/** An open question that was asked now. */
export function question(id: string, fields: Partial<Question> = {}): Question {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    id,
    askedAt: at(0),
    expiresAt: at(900_000),
    waitsUntil: at(55_000),
    hook: "ask-before-push",
    host: "claude-code",
    session: "s1",
    cwd: "/home/ana/shop",
    user: "ana@laptop",
    tool: "Bash",
    arguments: JSON.stringify({ command: "git push --force origin main" }, null, 2),
    reason: "A forced push rewrites what others have.",
    rule: "force-push",
    digest: id,
    machine: "m",
    state: "open",
    ...fields,
  };
}

/** Questions in memory. */
export class FakeQuestions implements QuestionStore {
  readonly answers: (readonly [id: string, answer: string, by: string, reason?: string])[] = [];
  problem: Error | undefined;

  constructor(public questions: readonly Question[] = []) {}

  async list(): Promise<Question[]> {
    if (this.problem !== undefined) throw this.problem;
    return [...this.questions];
  }

  async get(id: string) {
    return this.questions.find((one) => one.id === id);
  }

  async answer(id: string, answer: "allow" | "deny", by: string, reason?: string) {
    const known = this.questions.find((one) => one.id === id);
    if (known === undefined) return "unknown";
    if (known.state !== "open") return "already-answered";
    const because = reason === undefined ? {} : { answerReason: reason };
    this.answers.push(reason === undefined ? [id, answer, by] : [id, answer, by, reason]);
    const state = answer === "allow" ? "allowed" : "denied";
    const answered = { ...known, state, answeredBy: by, answeredAt: new Date().toISOString(), ...because } as const;
    this.questions = this.questions.map((one) => (one === known ? answered : one));
    return "answered";
  }
}
