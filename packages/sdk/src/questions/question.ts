import * as z from "zod/mini";

const text = z.string();
const optionalText = z.optional(z.string());

/** A process on the way from the hook up to the agent. `startedAt`: in the system's own unit, to tell reused ids apart. */
const askingProcess = z.object({ pid: z.number(), startedAt: z.string() });
export type AskingProcess = z.infer<typeof askingProcess>;

export const questionSchema = z.object({
  id: text,
  askedAt: text,
  expiresAt: text,
  waitsUntil: optionalText,
  hook: text,
  host: text,
  hostVersion: optionalText,
  agent: optionalText,
  session: optionalText,
  cwd: optionalText,
  user: text,
  tool: text,
  kind: optionalText,
  arguments: text,
  reason: text,
  rule: optionalText,
  digest: text,
  askedBy: z.optional(z.array(askingProcess)),
  machine: text,
  state: z.enum(["open", "allowed", "denied", "used"]),
  answeredAt: optionalText,
  answeredBy: optionalText,
  answerReason: optionalText,
});

/** A call that waits for a person, or waited. */
export interface Question {
  /** Eight letters and digits at random, none of which is taken for another. */
  readonly id: string;
  /** In ISO 8601, as all times. */
  readonly askedAt: string;
  /** After this, no answer is accepted, and the question is removed. */
  readonly expiresAt: string;
  /** How long a process of the hook waits for the answer. After that, the call was denied, and the agent must try again. */
  readonly waitsUntil?: string | undefined;
  /** The hook that asks. */
  readonly hook: string;
  readonly host: string;
  readonly hostVersion?: string | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly cwd?: string | undefined;
  /** `user@machine` of the hook's process. */
  readonly user: string;
  readonly tool: string;
  readonly kind?: string | undefined;
  /** JSON over several lines. Longer than 256 KB, it is cut, and the end says so. */
  readonly arguments: string;
  readonly reason: string;
  readonly rule?: string | undefined;
  /** The SHA-256 of everything that makes this call this call. The answer is for calls with the same one. */
  readonly digest: string;
  /** The processes from the hook up to the agent, if the system shows them. */
  readonly askedBy?: readonly AskingProcess[] | undefined;
  /** The machine on which these processes run, since its last start. */
  readonly machine: string;
  /** `used`: a person allowed the call, and it ran. */
  readonly state: "open" | "allowed" | "denied" | "used";
  readonly answeredAt?: string | undefined;
  /** `terminal` or `page`. */
  readonly answeredBy?: string | undefined;
  /** Why the person denied the call. */
  readonly answerReason?: string | undefined;
}

/** What a hook knows about a call that a person must decide. */
export type NewQuestion = Omit<
  Question,
  "id" | "askedAt" | "expiresAt" | "waitsUntil" | "state" | "answeredAt" | "answeredBy" | "answerReason"
>;

/** What happened to an answer. Only the first one counts. */
export type AnswerResult = "answered" | "already-answered" | "expired" | "unknown";
