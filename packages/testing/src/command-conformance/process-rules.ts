import { broken, faultIn, notApplicable, WORKS } from "@agent-hook/picoclaw/internal/testing";
import { eachRun, said } from "./each-run.js";
import type { CommandRule } from "./lab.js";

/** Texts about one host for the rules below, such as what the host does if a process does not end as it should. */
export interface ProcessWords {
  readonly source: string;
  readonly exit: string;
  readonly late: string;
  readonly held: string;
  /** Where new fields appeared in payloads. */
  readonly growth: string;
  readonly update: string;
}

/** The rules that every one-shot host relies on. */
export function processRules({ source, exit, late, held, growth, update }: ProcessWords): readonly CommandRule[] {
  return [
    {
      id: "end/code",
      sentence: "The process ends with code 0 for every event that it understands.",
      source,
      why: exit,
      check: (lab) =>
        eachRun(lab, (run) => {
          if (!run.late && run.exit !== 0) throw broken(run.sent, said(run));
        }),
    },
    {
      id: "end/in-time",
      sentence: "The process exits on its own, in time.",
      source,
      why: late,
      check: (lab) =>
        eachRun(lab, (run) => {
          if (run.late) throw broken(run.sent, "it was still running at the time limit");
        }),
    },
    {
      id: "end/pipes",
      sentence: "Nothing keeps stdout or stderr open after the process ends.",
      source,
      why: held,
      check: (lab) =>
        eachRun(lab, (run) => {
          if (run.held) throw broken(run.sent, "a child process kept stdout or stderr open after it ended");
        }),
    },
    {
      ...WORKS,
      source,
      check: (lab) =>
        eachRun(lab, (run) => {
          const finding = faultIn(run.sent, run.stderr);
          if (finding !== undefined) throw finding;
        }),
    },
    {
      id: "input/denied",
      sentence:
        'With onFailure "block", input that is not an event is denied: with exit 2 and a reason on stderr, or with a document.',
      source,
      why: "The hook did not see the call that it should guard, and the call continues.",
      async check(lab) {
        if ((await lab.policy()) !== "block") throw notApplicable('the hook does not have onFailure "block"');
        if (!lab.host.readsExit) throw notApplicable("the host reads no exit code: the launcher denies");
        const { toolCall, nameless, text } = lab.host;
        for (const sent of ["", "{}", "[]", text(toolCall.payload).slice(0, -10), text(nameless)]) {
          const run = await lab.with(sent);
          if (!lab.host.denies(run)) throw broken(sent === "" ? "nothing" : sent, said(run));
        }
      },
    },
    {
      id: "input/unknown-fields",
      sentence: "New fields of later versions change nothing.",
      source: growth,
      why: update,
      async check(lab) {
        const { toolCall, text, verdict } = lab.host;
        const usual = await lab.at(toolCall);
        const more = await lab.with(text({ ...toolCall.payload, a_new_field: { deep: [1] } }));
        if (verdict(usual) !== verdict(more)) throw broken(more.sent, said(more));
      },
    },
  ];
}
