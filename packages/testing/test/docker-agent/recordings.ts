import { readdirSync, readFileSync } from "node:fs";
import { CHECKED_HOSTS } from "@agent-hook/testing";

export const VERSIONS = CHECKED_HOSTS["docker-agent"];

interface RecordedRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** A case for the real executor and its result. */
export interface Outcome extends RecordedRun {
  readonly id: string;
  readonly event: string;
  readonly input: { readonly tool_name?: string };
  readonly hooks?: readonly RecordedRun[];
  readonly variant?: "preempt";
  readonly matcher?: string;
  readonly signal?: string;
  readonly sleep_seconds?: number;
  readonly options?: {
    readonly timeout?: number;
    readonly on_error?: "warn" | "ignore" | "block";
    readonly working_dir?: string;
  };
  readonly result: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly stdout?: unknown;
  readonly stderr?: string;
  readonly exit?: number;
  readonly kill?: string;
  readonly sleep?: number;
}

/** A run of the whole program: the answers of its hooks and the observed behaviour. */
export interface Run {
  readonly scenario: string;
  readonly mode: "json" | "text";
  readonly flags: readonly string[];
  readonly user_messages: readonly string[];
  readonly hooks: Readonly<Record<string, Answer | readonly Answer[]>>;
  readonly preempt_yolo?: boolean;
  readonly hook_command?: Readonly<Record<string, string>>;
  readonly hook_timeout?: Readonly<Record<string, number>>;
  readonly hook_options?: Readonly<Record<string, string>>;
  readonly env?: unknown;
  readonly agent_yaml_extra?: string;
  readonly observed: {
    readonly exit_code: number | null;
    readonly hung: boolean;
    readonly model_calls: number;
    readonly tool_results: readonly { readonly text: string; readonly is_error?: boolean }[];
    readonly approvals: readonly string[];
    readonly host_messages: readonly { readonly type: string; readonly text?: string }[];
    readonly last_request: readonly { readonly role: string; readonly content: unknown }[];
    readonly stderr: string;
  };
}

export const FIXTURES = new URL("../../../sdk/src/hosts/docker-agent/fixtures/", import.meta.url);

export function recorded<Line>(version: string, file: "outcomes" | "runs"): readonly Line[] {
  const text = readFileSync(new URL(`${version}/${file}.jsonl`, FIXTURES), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** Returns the payload that the real program sent at an event. */
export function recordedPayload(version: string, event: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL(`${version}/events/${event}.json`, FIXTURES), "utf8"));
}

/** Returns the payloads of a version by event. */
export function recordedPayloads(version: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const events = readdirSync(new URL(`${version}/events/`, FIXTURES)).map((name) => name.replace(".json", ""));
  return Object.fromEntries(events.map((event) => [event, recordedPayload(version, event)]));
}
