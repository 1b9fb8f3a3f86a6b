import type { CallOrigin } from "@agent-hook/sdk";
import type { ModelUse } from "@agent-hook/sdk/internal/usage";
import { z } from "zod";
import { type Amounts, amountsSchema, counted, minus, NONE, plus } from "./amounts.js";
import type { Prices } from "./options.js";

const turnSchema = z.strictObject({
  id: z.string(),
  /** Whether a call of an agent with a name started it. */
  named: z.boolean(),
  used: amountsSchema,
  startedAt: z.number(),
  /** When the agent was last seen at work in this turn. */
  seenAt: z.number(),
});

const fileSchema = z.strictObject({
  /** How many bytes were read. */
  offset: z.number(),
  /** The last uses, because a host can write a use again, with more tokens. */
  recent: z.array(z.strictObject({ id: z.string(), used: amountsSchema })),
});

/** What a session has used, as it is stored. */
export const ledgerSchema = z.strictObject({
  used: amountsSchema,
  /** The last turns, the newest last. */
  turns: z.array(turnSchema),
  /** How many prompts came, for hosts that do not number the turns. */
  prompts: z.number(),
  files: z.record(z.string(), fileSchema),
  /** How many calls in a row must have used tokens although the host reported none. */
  unmeasured: z.number(),
  /** Models that were called and had no price. */
  unpriced: z.array(z.string()),
});

export type Ledger = z.output<typeof ledgerSchema>;

export const EMPTY: Ledger = { used: NONE, turns: [], prompts: 0, files: {}, unmeasured: 0, unpriced: [] };

const MAX_TURNS = 5;
const MAX_RECENT = 5;
/** A longer gap in a turn means that the machine slept or that a person was asked, so no more of it counts. */
const MAX_GAP_MS = 3_600_000;

/** Changes a session's ledger, and keeps the part that counts for today. */
export class LedgerUpdate {
  today: Amounts = NONE;

  readonly #turnId: string;
  readonly #isNamed: boolean;

  constructor(
    public ledger: Ledger,
    origin: CallOrigin,
    private readonly now: number,
    private readonly prices: Prices,
    private readonly needsTokens: boolean,
  ) {
    this.#turnId = turnOf(ledger, origin);
    this.#isNamed = origin.agentId !== undefined;
  }

  /** What the turn of the call has used. */
  get ofTurn(): Amounts {
    return this.#turn().used;
  }

  /** Starts the turn, or, if time matters, counts the time since it was last seen. */
  seen(countsTime: boolean): void {
    const turn = this.#turn();
    if (!countsTime && this.ledger.turns.some(({ id }) => id === turn.id)) return;
    const minutes = Math.min(MAX_GAP_MS, Math.max(0, this.now - turn.seenAt)) / 60_000;
    this.#setTurn({ ...turn, seenAt: Math.max(turn.seenAt, this.now) });
    this.#add({ ...NONE, minutes }, this.now);
  }

  toolCall(): void {
    this.#add({ ...NONE, toolCalls: 1 }, this.now);
    this.ledger = { ...this.ledger, unmeasured: this.ledger.unmeasured + 1 };
  }

  /** Counts a model call that the host reported at an event. */
  modelCall(use: ModelUse): void {
    this.#count(use, NONE);
  }

  /** Counts the model calls in new lines of a session file. */
  fileRead(file: string, offset: number, uses: readonly ModelUse[]): void {
    const recent = [...(this.ledger.files[file]?.recent ?? [])];
    for (const use of uses) {
      const id = use.id ?? "";
      const at = recent.findIndex((one) => one.id === id);
      const [before] = at < 0 ? [] : recent.splice(at, 1);
      recent.push({ id, used: this.#count(use, before?.used ?? NONE) });
    }
    this.ledger = {
      ...this.ledger,
      files: { ...this.ledger.files, [file]: { offset, recent: recent.slice(-MAX_RECENT) } },
    };
  }

  /** Counts a use, of which a part may have been counted before. Returns the whole. */
  #count(use: ModelUse, before: Amounts): Amounts {
    const { amounts, unknown } = counted(use, this.prices);
    const { unmeasured, unpriced } = this.ledger;
    this.ledger = {
      ...this.ledger,
      unmeasured: unknown.tokens && this.needsTokens ? unmeasured + 1 : 0,
      unpriced: unknown.price && !unpriced.includes(use.model) ? [...unpriced, use.model] : unpriced,
    };
    const time = use.time === undefined ? this.now : Date.parse(use.time);
    this.#add(minus(amounts, before), Number.isNaN(time) ? this.now : time);
    return amounts;
  }

  #add(amounts: Amounts, time: number): void {
    this.ledger = { ...this.ledger, used: plus(this.ledger.used, amounts) };
    const turn = this.#turn();
    // A session's file also contains uses from before this turn.
    if (time >= turn.startedAt) this.#setTurn({ ...turn, used: plus(turn.used, amounts) });
    if (dayOf(time) === dayOf(this.now)) this.today = plus(this.today, amounts);
  }

  #turn(): Ledger["turns"][number] {
    const id = this.#turnId;
    const started = { id, named: this.#isNamed, used: NONE, startedAt: this.now, seenAt: this.now };
    return this.ledger.turns.find((turn) => turn.id === id) ?? started;
  }

  #setTurn(turn: Ledger["turns"][number]): void {
    const others = this.ledger.turns.filter(({ id }) => id !== turn.id);
    this.ledger = { ...this.ledger, turns: [...others, turn].slice(-MAX_TURNS) };
  }
}

/**
 * Returns the turn to which a call counts. A sub-agent can have turns of its own, as under Codex and PicoClaw. They count
 * to the turn of the user's prompt: otherwise, each sub-agent would have a whole budget, and enough of them would push the
 * turn of the prompt out of the ledger.
 */
function turnOf({ turns, prompts }: Ledger, { turnId, parentTurnId, agentId }: CallOrigin): string {
  const own = turnId ?? `prompt ${prompts}`;
  if (turns.some(({ id }) => id === own)) return own;
  if (parentTurnId !== undefined) return (turns.find(({ id }) => id === parentTurnId) ?? turns.at(-1))?.id ?? own;
  // Hosts name either only sub-agents, or all agents.
  return (agentId === undefined ? undefined : turns.findLast(({ named }) => !named)?.id) ?? own;
}

/** Returns the day of a time on this machine: `2026-01-31`. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** The same in UTC, for machines in several time zones. */
export function utcDayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
