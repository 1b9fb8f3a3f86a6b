import { beforeTool } from "../../../sdk/test/wire-calls.js";
import { HookProcess, type HookProcessOptions } from "../hook-process.js";
import type { Random } from "../random.js";
import { expectedOf } from "./expected.js";
import { malformed } from "./malformed.js";

interface Answer {
  readonly id: string | number | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** How many answers an id may get, and with which codes. */
interface ExpectedAnswers {
  min: number;
  max: number;
  guarded: boolean;
  readonly codes: (number | undefined)[];
}

const MEBIBYTE = 2 ** 20;

/** A process that gets lines of every kind and must still work after each batch. */
export class FuzzSession {
  answers = 0;
  lines = 0;
  readonly #process: HookProcess;
  readonly #blocks: boolean;
  #seen: Answer[] = [];
  #onAnswer: () => void = () => {};
  #batches = 0;

  constructor(
    private readonly random: Random,
    options: Omit<HookProcessOptions, "onLine">,
  ) {
    this.#blocks = options.env?.POLICY === "block";
    this.#process = new HookProcess("fuzzed.mjs", { ...options, onLine: (line) => this.#onLine(line) });
  }

  async start(): Promise<void> {
    const modes = ["observe", "llm", "tool", "approve"];
    await this.#process.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: "hello", method: "hook.hello", params: { name: "fuzzed", version: 1, modes } })}\n`,
    );
    await this.#answerTo("hello");
  }

  /** Sends malformed lines, calls that reuse an open id, and a valid call. Then checks the number of answers. */
  async batch(size: number): Promise<void> {
    const batch = ++this.#batches;
    const expected = new Map<string, ExpectedAnswers>();
    const own = new Set([`wait ${batch}`, `release ${batch}`, `good ${batch}`].map((id) => JSON.stringify(id)));
    const lines = Array.from({ length: size }, (_, n) => {
      const id = n % 2 === 0 ? this.lines + n : `f${this.lines + n}`;
      return malformed(id, this.random);
    });
    for (const line of lines) expect(expected, line);
    const waiting = call(`wait ${batch}`, { wait: `${batch}` });
    const duplicates = [
      waiting,
      waiting,
      call(`wait ${batch}`, { good: "again" }),
      `{"jsonrpc":"2.0","id":"wait ${batch}"}`,
    ];
    lines.splice(this.random.below(size), 0, Buffer.from(waiting));
    for (const line of duplicates) lines.push(Buffer.from(line));
    lines.push(Buffer.from(call(`release ${batch}`, { release: `${batch}` })));
    this.#seen = [];
    await this.#write(lines);
    await this.#answerTo(`wait ${batch}`);
    await this.#process.write(`${call(`good ${batch}`, { good: `${batch}` })}\n`);
    const good = await this.#answerTo(`good ${batch}`);
    if (good.result?.reason !== `good ${batch}`) throw new Error(`the good call was answered ${JSON.stringify(good)}`);
    this.#check(expected, own);
    this.lines += size;
  }

  end(): Promise<void> {
    return this.#process.end();
  }

  kill(): void {
    this.#process.kill();
  }

  /** Writes the lines in chunks of any size. */
  async #write(lines: readonly Buffer[]): Promise<void> {
    const newline = Buffer.from("\n");
    const bytes = Buffer.concat(lines.flatMap((line) => [line, newline]));
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + 1 + this.random.below(100_000));
      await this.#process.write(bytes.subarray(at, end));
      at = end;
    }
  }

  #check(expected: ReadonlyMap<string, ExpectedAnswers>, own: ReadonlySet<string>): void {
    const counted = new Map<string, Answer[]>();
    for (const answer of this.#seen) {
      const key = keyOf(answer.id, answer.error?.code);
      counted.set(key, [...(counted.get(key) ?? []), answer]);
    }
    for (const key of own) {
      if (counted.get(key)?.length !== 1) throw new Error(`${key} was answered ${counted.get(key)?.length} times`);
    }
    for (const key of new Set([...expected.keys(), ...counted.keys()])) {
      if (own.has(key)) continue;
      const { min, max, codes, guarded } = expected.get(key) ?? { min: 0, max: 0, codes: [], guarded: false };
      const answers = counted.get(key) ?? [];
      if (answers.length < min || answers.length > max) {
        const answerText = JSON.stringify(answers).slice(0, 500);
        throw new Error(
          `${key.slice(0, 200)}: expected ${min} to ${max} answers, got ${answers.length}: ${answerText}`,
        );
      }
      const errorOfGuard = this.#blocks && guarded ? answers.find(({ error }) => error !== undefined) : undefined;
      if (errorOfGuard !== undefined)
        throw new Error(`${key}: a guard lets the call through: ${JSON.stringify(errorOfGuard)}`);
      const wrong = answers.find(({ error }) => !codes.includes(undefined) && !codes.includes(error?.code));
      if (wrong !== undefined) throw new Error(`${key}: expected ${codes}, got ${JSON.stringify(wrong).slice(0, 500)}`);
    }
    this.answers += this.#seen.length;
  }

  #answerTo(id: string): Promise<Answer> {
    return this.#process.unlessFailed(
      new Promise((resolve) => {
        this.#onAnswer = () => {
          const found = this.#seen.find((answer) => answer.id === id);
          if (found !== undefined) resolve(found);
        };
        this.#onAnswer();
      }),
    );
  }

  #onLine(line: string): void {
    if (Buffer.byteLength(line) + 1 >= MEBIBYTE) throw new Error(`a line of ${line.length} characters`);
    const answer = JSON.parse(line) as Answer & { readonly jsonrpc: unknown };
    const { jsonrpc, id, result, error, ...rest } = answer;
    const one = (result === undefined) !== (error === undefined);
    const hasMessage = error === undefined || (Number.isInteger(error.code) && error.message !== "");
    if (jsonrpc !== "2.0" || id === undefined || !one || !hasMessage || Object.keys(rest).length > 0) {
      throw new Error(`not a JSON-RPC answer: ${line.slice(0, 500)}`);
    }
    this.#seen.push(answer);
    this.#onAnswer();
  }
}

const call = (id: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_tool", params: beforeTool("exec", args) });

/** Answers without an id are grouped by their code. */
const keyOf = (id: Answer["id"], code: number | undefined) => (id === null ? `null ${code}` : JSON.stringify(id));

/** Adds the answer that a line must get. A hook drops a line whose id is that of an open call. */
function expect(expected: Map<string, ExpectedAnswers>, line: Buffer): void {
  const one = expectedOf(line);
  if (one === undefined) return;
  const key = keyOf(one.id, one.code);
  const known = expected.get(key);
  if (known === undefined) {
    expected.set(key, { min: 1, max: 1, codes: [one.code], guarded: one.guarded === true });
    return;
  }
  known.max += 1;
  known.guarded &&= one.guarded === true;
  if (one.id === null) known.min += 1;
  known.codes.push(one.code);
}
