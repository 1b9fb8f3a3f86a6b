import {
  type AnswerFault,
  actionFault,
  answeredFault,
  approvedFault,
  callFault,
  carrierFault,
  denies,
  type Fields,
  fields,
  idOnlyFault,
  messageFault,
  replyFault,
  requestFault,
  toolResultFault,
  typesFault,
} from "../answer-faults.js";
import { broken, inconclusive, notApplicable } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { CALLS, type CallMethod, MODE_OF } from "../sample-calls.js";

const RUN = "PicoClaw v0.2.6 to v0.2.9 (run)";
const ACTIONS = CALLS.filter((method) => method !== "hook.approve_tool");

interface Shape extends Omit<Rule, "check"> {
  readonly at: readonly CallMethod[];
  readonly fault: AnswerFault;
  /** Set if only an answer that is not a denial shows whether the hook follows the rule. */
  readonly ofChanges?: true;
}

const shapeRules: readonly Shape[] = [
  {
    id: "shapes/action",
    sentence: "An answer names its decision in `action`, with a value that the host supports at that point.",
    source: `${RUN}: an unknown value is a warning; \`{"decision": "deny"}\` is silently \`continue\``,
    why: "The host continues as if the hook had made no decision: a tool that it wanted to deny runs.",
    at: ACTIONS,
    fault: actionFault,
  },
  {
    id: "shapes/answered",
    sentence: "The `result` of a `respond` has the text that the model reads, `for_llm`, and no unknown key.",
    source: `${RUN}: without \`for_llm\`, the model reads an empty text; unknown keys are ignored`,
    why: "The model reads nothing, or the host ignores what the hook meant.",
    at: ["hook.before_tool"],
    fault: answeredFault,
  },
  {
    id: "shapes/approved",
    sentence: "hook.approve_tool is answered with `approved` as true or false.",
    source: `${RUN}: an answer without it, or with another type, is a denial`,
    why: "The host denies every tool.",
    at: ["hook.approve_tool"],
    fault: approvedFault,
  },
  {
    id: "shapes/carrier",
    sentence:
      "`modify` has the object that it changes (`request`, `response`, `call`, `result`), `respond` has a `result`.",
    source: `${RUN}: a respond without a result runs the tool; a modify without its object changes nothing`,
    why: "Nothing is changed, and the tool that the hook wanted to answer runs.",
    at: ACTIONS,
    fault: carrierFault,
  },
  {
    id: "shapes/id-only-calls",
    sentence:
      "A changed reply whose tool calls arrived as ids only adds the `function` of each call, or drops the calls.",
    source: `${RUN}: even an unchanged echo of such a reply makes the call \`tool "" not found\``,
    why: 'The agent\'s tool call becomes `tool "" not found`.',
    at: ["hook.after_llm"],
    fault: idOnlyFault,
    ofChanges: true,
  },
  {
    id: "shapes/message-fields",
    sentence: "Messages of a changed request keep unknown fields and the fields of tool calls.",
    source: `${RUN}: the request replaces the host's; later versions have fields that earlier ones did not have`,
    why: "The model does not get them: its API rejects a tool message without tool_call_id, and cached parts are billed again.",
    at: ["hook.before_llm"],
    fault: messageFault,
    ofChanges: true,
  },
  {
    id: "shapes/types",
    sentence: "The fields of an answer have the types that the host reads: `for_llm` is a string, `messages` an array.",
    source: `${RUN}: one wrong type, such as \`for_llm: 12\`, makes the whole answer unreadable`,
    why: "The host drops the whole answer, including a denial, and continues.",
    at: CALLS,
    fault: typesFault,
  },
  {
    id: "shapes/whole-call",
    sentence: "A changed call includes the tool and the arguments.",
    source: `${RUN}: \`call\` replaces the host's; without \`tool\` it becomes \`tool "" not found\``,
    why: 'The call becomes `tool "" not found`, or runs without its arguments.',
    at: ["hook.before_tool"],
    fault: callFault,
    ofChanges: true,
  },
  {
    id: "shapes/whole-reply",
    sentence: "A changed reply is at `response.response`, with its content.",
    source: `${RUN}: the flat form is silently ignored`,
    why: "The change is silently lost: the redacted text is shown.",
    at: ["hook.after_llm"],
    fault: replyFault,
    ofChanges: true,
  },
  {
    id: "shapes/whole-request",
    sentence: "A changed request includes the model, the messages, the tools and the options.",
    source: `${RUN}: \`request\` replaces the host's, and omitted fields are empty; without messages the turn fails on v0.2.6`,
    why: "The model is called without the omitted fields; without messages the turn fails.",
    at: ["hook.before_llm"],
    fault: requestFault,
    ofChanges: true,
  },
  {
    id: "shapes/whole-tool-result",
    sentence: "A changed tool result is at `result.result`, with its text.",
    source: `${RUN}: the flat form is silently ignored`,
    why: "The change is silently lost: the model reads the redacted text.",
    at: ["hook.after_tool"],
    fault: toolResultFault,
    ofChanges: true,
  },
];

export const shapes: readonly Rule[] = shapeRules.map(({ at, fault, ofChanges, ...rule }) => ({
  ...rule,
  check: (session) => judge(session, at, fault, ofChanges === true),
}));

async function judge(
  session: HookSession,
  at: readonly CallMethod[],
  fault: AnswerFault,
  ofChanges: boolean,
): Promise<void> {
  if (!at.some((method) => session.options.modes.includes(MODE_OF[method])))
    throw notApplicable("These modes have no such call");
  const results: Fields[] = [];
  for (const { method, params, result, sent, received } of await session.samples()) {
    const given = at.includes(method) ? fields(result) : undefined;
    if (given === undefined) continue;
    results.push(given);
    const what = fault(method, params as Fields, given);
    if (what !== undefined) throw broken(sent, `${what}: ${received}`);
  }
  if (results.length === 0) throw inconclusive("No such call was answered with a result");
  if (ofChanges && results.every(denies)) throw inconclusive("The hook denies the call, so its changes cannot be seen");
}
