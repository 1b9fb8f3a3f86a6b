import { randomUUID } from "node:crypto";
import { isNativeError } from "node:util/types";
import { copyOf, METHOD_NAMES } from "@agent-hook/sdk/internal/adapter";
import { typeName } from "@agent-hook/sdk/internal/text";
import type { Hook } from "../protocol/hook.js";
import type { Request, RequestExtra, Result } from "../protocol/types.js";
import { chainErrorOf, HookChainError } from "./hook-chain-error.js";
import { type ClientRequest, type Ending, failed, type RequestOutcome, runBack, send } from "./phases.js";

/** Answers a request that no hook answers. */
export type Target<TRequest, TResult> = (request: TRequest) => TResult | Promise<TResult>;

export interface RunChainOptions {
  /** Passed to every hook unchanged. Default: a new `requestId`. */
  readonly requestExtra?: RequestExtra;
  /** Receives what the callback of a `continueAsync` throws. Default: emits a process warning. */
  readonly onError?: (error: unknown) => void;
}

const FAMILIES: ReadonlyMap<string, ClientRequest["family"]> = new Map([
  ["tools/call", "CallTool"],
  ["tools/list", "ListTools"],
  ["prompts/list", "ListPrompts"],
  ["initialize", "Initialize"],
  ["resources/list", "ListResources"],
  ["resources/templates/list", "ListResourceTemplates"],
  ["resources/read", "ReadResource"],
]);

/**
 * Runs a client's request through hooks, in the order of Civic's proxy: requests from head to tail, then results and
 * errors back from the last hook that ran. The caller's request and the target's own result are never changed. Rejects
 * with `HookChainError`, or with a `TypeError` if `hooks` is not a list of hooks.
 *
 * @example
 * const result = await runChain([new Redact()], { method: "tools/call", params: { name: "echo" } }, callTarget);
 *
 */
export async function runChain<TRequest extends Request, TResult extends Result>(
  hooks: readonly Hook[],
  request: TRequest,
  target: Target<TRequest, TResult>,
  { requestExtra = { requestId: randomUUID() }, onError = warn }: RunChainOptions = {},
): Promise<TResult> {
  assertHooks(hooks);
  const family = FAMILIES.get(request.method) ?? "Other";
  const client = { family, request: copyOf(request) as Request, requestExtra };
  return (await run(hooks, client, target as Target<Request, Result>, onError)) as TResult;
}

function assertHooks(hooks: readonly Hook[]): void {
  if (!Array.isArray(hooks)) throw new TypeError(`runChain: expected an array of hooks, got ${typeName(hooks)}`);
  for (const [place, hook] of hooks.entries()) {
    // A hook without any method would let everything pass.
    if (typeof hook === "object" && hook !== null && METHOD_NAMES.some((name) => name in hook)) continue;
    throw new TypeError(`runChain: expected a hook instance at index ${place}, got ${describeValue(hook)}`);
  }
}

function describeValue(value: unknown): string {
  if (typeof value === "function") return "a function: pass an instance of the class, created with new";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object without methods such as processCallToolRequest";
  return typeName(value);
}

async function run(
  hooks: readonly Hook[],
  client: ClientRequest,
  target: Target<Request, Result>,
  onError: (error: unknown) => void,
): Promise<Result> {
  const sent = await send(hooks, client);
  if (sent.later) void finish(sent.later, run(hooks.slice(sent.last + 1), sent.client, target, onError)).catch(onError);
  const ending = await runBack(hooks, sent, sent.ending ?? (await callTarget(target, sent.client.request)));
  if ("error" in ending) throw HookChainError.of(ending.error);
  return ending.response;
}

async function callTarget(target: Target<Request, Result>, request: Request): Promise<Ending> {
  try {
    return { response: copyOf(await target(copyOf(request) as Request)) as Result };
  } catch (thrown) {
    return failed(thrown);
  }
}

async function finish(later: NonNullable<RequestOutcome["later"]>, rest: Promise<Result>): Promise<void> {
  const [response, error] = await rest.then(
    (result) => [result, null] as const,
    (failure: unknown) => [null, failure] as const,
  );
  await later(response, error);
}

function warn(error: unknown): void {
  process.emitWarning(isNativeError(error) ? error : chainErrorOf(error).message);
}
