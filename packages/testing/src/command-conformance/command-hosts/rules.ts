import { documentIn } from "../../command-hosts/document.js";
import { type CommandHostName, type Effect, HOST_FACTS, kindOfEvent } from "../../command-hosts/index.js";
import { broken, notApplicable } from "../../conformance/finding.js";
import { eachRun, said } from "../each-run.js";
import type { CommandRule, Lab, Run, Sample } from "../lab.js";
import { processRules } from "../process-rules.js";
import { effectOfRun } from "./effect-of-run.js";
import { approvesBareCall, isRemark, reasonsIn, refusesIn, strangeWord } from "./words.js";

/** The rules that Claude Code, Codex, Gemini CLI and Copilot CLI rely on, by id. */
export function commandHostRules(host: CommandHostName): readonly CommandRule[] {
  const { title, version } = HOST_FACTS[host];
  const source = `${title} ${version} (run)`;
  const isBeforeTool = ({ event }: Sample) =>
    kindOfEvent(host, event) === "before tool" && event !== "permissionRequest";
  const eachAnswer = (
    lab: Lab,
    check: (run: Run, sample: Sample, effect: Effect) => void,
    matters?: (sample: Sample) => boolean,
  ) => {
    const checked = (run: Run, sample: Sample) => {
      if (run.stdout.trim() !== "") check(run, sample, effectOfRun(host, sample.event, sample.payload, run));
    };
    return eachRun(lab, checked, matters);
  };
  return [
    {
      id: "answer/one-object",
      sentence:
        "stdout is empty, or one JSON object and nothing else; plain text is context, at events that take context.",
      source,
      why: `${title} does not read it: a refusal is lost, and the tool runs.`,
      check: (lab) =>
        eachAnswer(lab, (run, _, { context }) => {
          const isText = !run.stdout.trim().startsWith("{") && context !== undefined;
          if (!isText && documentIn(run.stdout) === undefined) throw broken(run.sent, run.stdout);
        }),
    },
    {
      id: "answer/taken",
      sentence: "Of an answer about a tool something comes.",
      source,
      why: `${title} drops it without a word to the user, and goes on as if the hook had no opinion.`,
      check: (lab) =>
        eachAnswer(
          lab,
          (run, _, { answer }) => {
            const remark = isRemark(documentIn(run.stdout) ?? { unread: run.stdout });
            if (answer === "dropped" && !remark) throw broken(run.sent, said(run));
          },
          ({ event }) => ["before tool", "permission", "after tool"].includes(kindOfEvent(host, event)),
        ),
    },
    {
      id: "answer/words",
      sentence: "The answer has only the keys that belong to its event, and names that event.",
      source,
      why: `What ${title} does not know it drops, the key or the whole answer; Codex and Claude Code drop refusals so.`,
      check: (lab) =>
        eachAnswer(lab, (run, { event }) => {
          const strange = strangeWord(host, event, documentIn(run.stdout) ?? {});
          if (strange !== undefined) throw broken(run.sent, run.stdout, `${title} does not expect ${strange}.`);
        }),
    },
    {
      id: "approval/never",
      sentence: "An answer before a tool call does not approve it: no opinion is silence.",
      source,
      why: "An allow skips the user's own rules on Claude Code and Copilot CLI, and is a failed hook on Codex.",
      check: (lab) =>
        eachAnswer(
          lab,
          (run, _, { approved }) => {
            if (approved || approvesBareCall(documentIn(run.stdout) ?? {})) throw broken(run.sent, run.stdout);
          },
          isBeforeTool,
        ),
    },
    {
      id: "denial/denies",
      sentence: "What says no to a tool call keeps the tool from running.",
      source,
      why: `${title} runs the tool.`,
      async check(lab) {
        const runs: Run[] = [];
        const check = (run: Run, { event, payload }: Sample) => {
          if (!refusesIn(run)) return;
          runs.push(run);
          const { tool } = effectOfRun(host, event, payload, run);
          if (tool !== "does not run") throw broken(run.sent, said(run));
        };
        await eachRun(lab, check, isBeforeTool);
        if (runs.length === 0) throw notApplicable("the hook denies none of the recorded calls");
      },
    },
    {
      id: "denial/reason",
      sentence: "Whoever says no says why.",
      source,
      why: "Without a reason the model tries again, and Codex runs the tool.",
      async check(lab) {
        const runs: Run[] = [];
        await eachRun(lab, (run) => {
          if (!refusesIn(run)) return;
          runs.push(run);
          if (reasonsIn(run).length === 0) throw broken(run.sent, said(run));
        });
        if (runs.length === 0) throw notApplicable("the hook refuses nothing that was recorded");
      },
    },
    ...processRules({
      source,
      exit: EXITS[host],
      late: `${title} waits for it at every event, and then goes on without it: the tool runs.`,
      held: HELD[host],
      growth: `${title} ${version} (run): the recorded payloads of its tools differ in their fields`,
      update: `An update of ${title} would be a failure at every call.`,
    }),
  ];
}

const EXITS: Readonly<Record<CommandHostName, string>> = {
  "claude-code": "Any other code but 2 is a hook that failed, and without a document the tool runs.",
  codex: "Any other code but 2 is a hook that failed, whatever was printed: the tool runs.",
  gemini:
    "2 and more refuse where something is on stderr, 1 does not: an observer stops calls, a guard lets them pass.",
  copilot: "Any other code denies the call: an observer stops every tool.",
};

const WAITS = "waits for the pipes until its timeout, and then goes on without the answer: the tool runs.";
const HELD: Readonly<Record<CommandHostName, string>> = {
  "claude-code": "Claude Code goes on without what comes later.",
  codex: `Codex ${WAITS}`,
  gemini: `Gemini CLI ${WAITS}`,
  copilot: `Copilot CLI ${WAITS}`,
};
