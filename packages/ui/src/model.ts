import type { Question } from "@agent-hook/sdk/internal/questions";
import type { ConnectionState } from "./connection.js";
import type { Entry } from "./decision.js";
import { type Choices, choicesIn } from "./filter.js";
import type { ServerEvent } from "./server-events.js";
import { type AgentSummary, agentsIn, type HookSummary, hooksIn } from "./summaries.js";

/** Older decisions leave the page. */
const MAX_ENTRIES = 20_000;
/** Decisions that arrive within this time are shown together. */
const FLUSH_MS = 100;

/** What the server sent so far. Each change makes a new snapshot. */
export interface Snapshot {
  readonly state: ConnectionState;
  /** Why the page cannot answer questions. */
  readonly readOnly: string | undefined;
  /** Whether the server can ask a hook about a call again. */
  readonly asksAgain: boolean;
  /** The oldest first. */
  readonly entries: readonly Entry[];
  readonly agents: readonly AgentSummary[];
  readonly hooks: readonly HookSummary[];
  readonly choices: Choices;
  readonly questions: readonly Question[];
  readonly questionsProblem: string | undefined;
  /** Lines about the processes that stay. */
  readonly residents: readonly string[];
}

export class Model {
  #state: ConnectionState = "connecting";
  #readOnly: string | undefined;
  #asksAgain = false;
  #entries: Entry[] = [];
  #next = 0;
  #questions: readonly Question[] = [];
  #problem: string | undefined;
  #residents: readonly string[] = [];
  #isScheduled = false;

  constructor(private readonly onChange: (snapshot: Snapshot) => void) {}

  setState(state: ConnectionState): void {
    this.#state = state;
    this.#schedule();
  }

  receive({ name, data }: ServerEvent): void {
    if (name === "start") {
      this.#readOnly = data.readOnly;
      this.#asksAgain = data.asksAgain === true;
      this.#entries = [];
    } else if (name === "decisions") {
      for (const record of data) this.#entries.push({ number: this.#next++, record });
      this.#entries = this.#entries.slice(-MAX_ENTRIES);
    } else if (name === "residents") {
      this.#residents = data;
    } else {
      this.#questions = data.questions;
      this.#problem = data.problem;
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.onChange(this.snapshot());
    }, FLUSH_MS);
  }

  snapshot(): Snapshot {
    const entries = [...this.#entries];
    return {
      state: this.#state,
      readOnly: this.#readOnly,
      asksAgain: this.#asksAgain,
      entries,
      agents: agentsIn(entries),
      hooks: hooksIn(entries),
      choices: choicesIn(entries),
      questions: this.#questions,
      questionsProblem: this.#problem,
      residents: this.#residents,
    };
  }
}
