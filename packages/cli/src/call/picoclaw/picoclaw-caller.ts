import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { type Picoclaw, titleWithVersion } from "../../host-option.js";
import { showJson } from "../../terminal/show-json.js";
import { showValue } from "../../terminal/show-value.js";
import type { CallFile } from "../call-file.js";
import type { CallFlags } from "../call-flags.js";
import type { Caller, CallOptions, CallReport, LoggedCall, PreparedCall } from "../caller.js";
import { handlerFailures, unlessFailed } from "../handler-failures.js";
import { hostSpelling, pointNamed } from "../points.js";
import { type CallRun, callOnce } from "./call-once.js";
import { decisionOf } from "./decision.js";
import { messageFor, messageFromFile, messageFromFlags, type PointMessage } from "./messages.js";
import { notesOf } from "./notes.js";
import { abbreviateUnchanged, hasContent, showUnchangedMarks } from "./unchanged-parts.js";

/** PicoClaw, which keeps the hook running and calls it over JSON-RPC. */
export class PicoclawCaller implements Caller {
  constructor(private readonly host: Picoclaw) {}

  callAt(name: string, flags: CallFlags): PreparedCall {
    return this.#prepared(messageFromFlags(pointNamed(name), flags, this.host.version));
  }

  callIn(file: CallFile, name: string | undefined): PreparedCall {
    const point = name === undefined ? undefined : pointNamed(name);
    return this.#prepared(messageFromFile(file, point, this.host.version));
  }

  loggedCall({ point, tool, arguments: args }: LoggedCall): PreparedCall {
    return this.#prepared({ point, message: messageFor(point, { tool, arguments: args }, this.host.version) });
  }

  #prepared({ point, message }: PointMessage): PreparedCall {
    const make = async (command: readonly [string, ...string[]], options: CallOptions) =>
      reportOf(await callOnce(command, message, this.host, options), hostSpelling(point), this.host);
    return { point: hostSpelling(point), make };
  }
}

function reportOf(run: CallRun, point: string, picoclaw: Picoclaw): CallReport {
  const { version, text } = picoclaw;
  const { outcome, sent, answer, ms, stderr } = run;
  const failures = handlerFailures(stderr);
  const decision = unlessFailed(decisionOf(run, version), failures);
  return {
    point,
    host: text,
    title: titleWithVersion(picoclaw),
    decision,
    // The sentence and the notes contain the reports.
    outcome: outcome === undefined ? null : { ...outcome, failures: undefined, reports: undefined },
    notes: notesOf(run, decision, failures, version),
    subject: subjectOf(run),
    wire: { sent: messageIn(sent), answered: messageIn(answer) },
    answerLines: answerLines(run),
    ms: ms ?? null,
    stderr,
  };
}

function messageIn(line: string | undefined): unknown {
  return line === undefined ? null : JSON.parse(line);
}

function subjectOf({ message: { params } }: CallRun): string {
  const { tool, arguments: args, result, response, messages, kind, payload } = params;
  const parts = tool === undefined ? [kind, payload, response, messages] : [tool, args, result];
  const present = parts.filter((part) => part !== undefined);
  return present.map((part) => (typeof part === "string" ? part : showValue(part))).join(" ");
}

/** Shows the answer. Parts that the hook returned unchanged, such as the call's `meta`, are abbreviated. */
function answerLines({ answer, message: sentMessage }: CallRun): string[] {
  if (answer === undefined) return [];
  const message: JsonObject = JSON.parse(answer);
  const result = hasContent(message.result) ? { result: abbreviateUnchanged(message.result, sentMessage.params) } : {};
  return showUnchangedMarks(showJson({ ...message, ...result }));
}
