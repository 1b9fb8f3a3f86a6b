import type { IncomingMessage, ServerResponse } from "node:http";
import { type InexactJson, inexactJson, inexactProblem } from "@agent-hook/sdk/internal/adapter";
import { describeIssues } from "@agent-hook/sdk/internal/text";
import * as z from "zod/mini";
import type { HookAnswering } from "../adapter/hook-answering.js";
import { isMethod } from "../protocol/methods.js";
import { type CallError, errorItem, type ReplyItem, resultItem } from "../wire/reply.js";
import { type RequestedCalls, requestedCalls } from "../wire/requested-calls.js";
import { decode, type SuperJson } from "../wire/superjson.js";
import { type AccessPolicy, checkAccess, checkToken } from "./access-policy.js";
import { bodyOf, discardBody, MAX_BODY_BYTES } from "./body.js";

/** Civic's client has fewer methods than this, so a larger batch is from another client. */
const MAX_BATCH = 100;

const itemSchema = z.looseObject({
  meta: z.optional(z.looseObject({ v: z.optional(z.number()) })),
});

/** Answers one HTTP request. Every problem is reported as an error that Civic's client understands. Never rejects. */
export async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answering: HookAnswering,
  policy: AccessPolicy,
): Promise<void> {
  const calls = requestedCalls(request.url ?? "");
  const accessError = checkAccess(request, policy);
  if (
    accessError === undefined &&
    calls?.methods[0] === "health" &&
    (request.method === "GET" || request.method === "HEAD")
  ) {
    return send(response, 200, '{"status":"ok"}');
  }
  const rejection = accessError ?? checkToken(request, calls?.prefix ?? [], policy);
  if (rejection !== undefined) policy.onReject(rejection);
  const problem = rejection ?? problemOf(request, calls);
  // The body of a rejected request is read too: a client that is still sending would not receive the answer.
  const body = await (problem === undefined ? bodyOf(request) : discardBody(request)).catch(() => null);
  if (body === null) return void response.destroy();
  if (problem !== undefined) return sendItems(response, calls, [problem]);
  const { methods, batch } = calls as RequestedCalls;
  const inputs = body === undefined ? TOO_LARGE : inputsOf(body, methods, batch);
  if ("status" in inputs) return sendItems(response, calls, [inputs]);
  const inexact = inexactJson(body as string);
  const problems = methods.map((method, at) => inexact && inexactCall(method, at, batch, inexact));
  const items = await Promise.all(methods.map((method, at) => answerTo(method, inputs[at], answering, problems[at])));
  sendItems(response, calls, items);
}

const TOO_LARGE: CallError = { status: 413, message: `Expected at most ${MAX_BODY_BYTES} bytes` };

function problemOf(request: IncomingMessage, calls: RequestedCalls | undefined): CallError | undefined {
  if (calls === undefined) return { status: 400, message: "Expected a path of percent-encoded UTF-8" };
  if (request.method !== "POST") return { status: 405, message: `Expected POST, got ${request.method}` };
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return { status: 415, message: "Expected a body of type application/json" };
  const { methods, batch } = calls;
  if (methods.length > MAX_BATCH) return { status: 400, message: `Expected at most ${MAX_BATCH} calls in a batch` };
  if (!batch && methods.length > 1) return { status: 400, message: "Expected ?batch=1 with more than one method" };
  return undefined;
}

/** Returns the input of each call, or an error for all calls. */
function inputsOf(body: string, methods: readonly string[], batch: boolean): readonly unknown[] | CallError {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { status: 400, message: "Expected a JSON body" };
  }
  const items = batch ? methods.map((_method, at) => (Object(value) as Record<string, unknown>)[at]) : [value];
  for (const [at, item] of items.entries()) {
    const { error } = itemSchema.safeParse(item);
    if (error === undefined) continue;
    const place = batch ? `Input ${at} of the batch` : "The input";
    return { status: 400, message: `${place}: ${describeIssues(error.issues, item)}` };
  }
  try {
    return items.map((item) => decode(item as SuperJson));
  } catch {
    return { status: 400, message: "Expected `meta` as superjson writes it" };
  }
}

/**
 * Describes a number in a tool call's arguments that JavaScript cannot represent, or returns `undefined`. A hook would
 * see a different number.
 */
function inexactCall(method: string, at: number, batch: boolean, { value, pathIn }: InexactJson): string | undefined {
  if (method !== "processCallToolRequest") return undefined;
  const item = batch ? (Object(value) as Record<string, unknown>)[at] : value;
  const path = pathIn(
    (item as { json: { request?: { params?: { arguments?: unknown } } } }).json?.request?.params?.arguments,
  );
  return path === undefined ? undefined : inexactProblem(path);
}

async function answerTo(
  method: string,
  input: unknown,
  answering: HookAnswering,
  problem: string | undefined,
): Promise<ReplyItem> {
  if (!isMethod(method)) {
    return errorItem(method, { status: 404, message: "Expected a hook method of @civic/hook-common 0.9" });
  }
  const answer = await answering.answer(method, input, problem);
  return "error" in answer ? errorItem(method, answer.error) : resultItem(method, answer.result);
}

function sendItems(
  response: ServerResponse,
  calls: RequestedCalls | undefined,
  items: readonly (ReplyItem | CallError)[],
): void {
  const { methods, batch } = calls ?? { methods: [""], batch: false };
  const [first] = items;
  // A problem with the whole request applies to each call.
  const each = methods
    .slice(0, MAX_BATCH)
    .map((_method, at) => items[at] ?? (first as ReplyItem | CallError))
    .map((item, at) => ("text" in item ? item : errorItem(methods[at] as string, item)));
  const statuses = new Set(each.map(({ status }) => status));
  const status = statuses.size === 1 ? (each[0]?.status ?? 400) : MULTI_STATUS;
  send(response, status, batch ? `[${each.map(({ text }) => text).join(",")}]` : (each[0]?.text ?? "{}"));
}

/** tRPC's status if the calls of a batch have different statuses. */
const MULTI_STATUS = 207;

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
