import { titleOf } from "@agent-hook/sdk/hosts";
import { documentIn, type Effect, SIMULATIONS, type Simulation } from "@agent-hook/sdk/simulations";
import { type CommandHostName, kindOfEvent } from "../../command-hosts/index.js";
import { broken, notApplicable } from "../../conformance/finding.js";
import { eachRun, said } from "../each-run.js";
import type { CommandRule, Lab, Run, Sample } from "../lab.js";
import { processRules } from "../process-rules.js";
import { effectOfRun } from "./effect-of-run.js";
import { approvesBareCall, isRemark, reasonsIn, refusesIn, strangeWord } from "./words.js";

/** The rules that a host with a simulation relies on, by id. */
export function commandHostRules(host: CommandHostName): readonly CommandRule[] {
  const title = titleOf(host);
  const { version, exitCodes, heldMs }: Simulation = SIMULATIONS[host];
  const source = `${title} ${version} (run)`;
  const isBeforeTool = ({ event }: Sample) => kindOfEvent(host, event) === "before tool";
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
      why: `${title} does not read it: a denial is lost, and the tool runs.`,
      check: (lab) =>
        eachAnswer(lab, (run, _, { context }) => {
          const isText = !run.stdout.trim().startsWith("{") && context !== undefined;
          if (!isText && documentIn(run.stdout) === undefined) throw broken(run.sent, run.stdout);
        }),
    },
    {
      id: "answer/taken",
      sentence: "An answer about a tool has an effect.",
      source,
      why: `${title} silently drops it and continues as if the hook had made no decision.`,
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
      why: `${title} drops unknown keys or the whole answer; this is how denials get lost.`,
      check: (lab) =>
        eachAnswer(lab, (run, { event }) => {
          const strange = strangeWord(host, event, documentIn(run.stdout) ?? {});
          if (strange !== undefined) throw broken(run.sent, run.stdout, `${title} does not expect ${strange}.`);
        }),
    },
    {
      id: "approval/never",
      sentence: "An answer before a tool call does not approve it: a hook without a decision prints nothing.",
      source,
      why: "Depending on the host, an allow skips the user's own rules or counts as a failed hook.",
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
      sentence: "A denial of a tool call keeps the tool from running.",
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
      sentence: "Every denial has a reason.",
      source,
      why: "Without a reason the model tries again, and some hosts run the tool.",
      async check(lab) {
        const runs: Run[] = [];
        await eachRun(lab, (run) => {
          if (!refusesIn(run)) return;
          runs.push(run);
          if (reasonsIn(run).length === 0) throw broken(run.sent, said(run));
        });
        if (runs.length === 0) throw notApplicable("the hook denies none of the recorded events");
      },
    },
    ...processRules({
      source,
      exit: exitCodes,
      late: `${title} waits for it at every event, then continues without it: the tool runs.`,
      held: heldMs === undefined ? `${title} ${WAITS}` : `${title} continues without later output.`,
      growth: `${title} ${version} (run): the recorded payloads of its tools differ in their fields`,
      update: `After an update of ${title}, the hook would fail at every call.`,
    }),
  ];
}

const WAITS = "waits for the pipes until its timeout, then continues without the answer: the tool runs.";
