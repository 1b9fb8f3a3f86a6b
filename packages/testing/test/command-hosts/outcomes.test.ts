import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { type CommandHostName, type Effect, effectOfAnswer, kindOfEvent } from "../../src/internal/command-hosts.js";
import { answerOf, type Outcome, RUNS, recordedOutcomes, recordedPayloads, situationOf } from "./recordings.js";

describe.each(RUNS)("the rules of %s", (host, { inexpressible = {}, unasked = [], ...runs }) => {
  const outcomes = recordedOutcomes(host);

  it.each(outcomes.filter((outcome) => !(outcome.observed.scenario in inexpressible) && asked(outcome)))(
    "give the recorded result: $observed.scenario, $event",
    (outcome) => {
      const effect = effectOf(host, runs, outcome);
      expectTool(effect, outcome);
      expectRequests(host, effect, outcome, runs.beforeModel);
      expectPrinted(effect, outcome);
      expectLine(effect, outcome);
      if (!runs.unrecordedContext?.includes(outcome.event ?? "")) expectContext(effect, outcome);
    },
  );

  it("skip by name what they cannot express", () => {
    const names = outcomes.map(({ observed }) => observed.scenario);
    expect(names).toHaveLength(runs.outcomes);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(inexpressible), ...unasked]));
    expect(outcomes.filter((outcome) => !asked(outcome)).map(({ observed }) => observed.scenario)).toEqual(unasked);
  });
});

function asked({ event, observed: { events } }: Outcome): boolean {
  return event === null || events === undefined || events.split(" ").includes(event);
}

function effectOf(host: CommandHostName, { payloads: named = {} }: Named, outcome: Outcome): Effect {
  const event = outcome.event ?? SIMULATIONS[host].beforeTool;
  const payload = recordedPayloads(host)[named[outcome.observed.scenario] ?? event] ?? {};
  return effectOfAnswer(host, event, payload, answerOf(outcome), situationOf(outcome));
}

interface Named {
  readonly payloads?: Readonly<Record<string, string>>;
}

function expectTool(effect: Effect, { observed: { tool: seen } }: Outcome): void {
  if (effect.tool === undefined || seen === undefined) return;
  const ran = effect.arguments === undefined ? "ran" : "ran with the hook's arguments";
  expect(effect.tool === "runs" ? ran : "did not run").toBe(seen);
}

function expectRequests(
  host: CommandHostName,
  effect: Effect,
  { event, observed }: Outcome,
  beforeModel: readonly string[] = [],
): void {
  if (event === null || observed.modelRequests === undefined) return;
  if (beforeModel.includes(event)) {
    expect(effect.turn === "ends" ? 0 : 1).toBe(observed.modelRequests);
    return;
  }
  const kind = kindOfEvent(host, event);
  const ofTool = kind === "before tool" || kind === "permission" || kind === "after tool";
  const usual = ofTool || (observed.printed ?? "").includes("FINAL:") ? 2 : 1;
  expect(requests(effect, event, kind === "stop", usual)).toBe(observed.modelRequests);
}

function requests({ turn, tool }: Effect, event: string, stop: boolean, usual: number): number {
  if (stop) return turn === "continues" ? usual + 1 : usual;
  if (event === "AfterModel") return 1;
  if (turn === "continues") return usual;
  return usual === 2 || tool !== undefined ? 1 : 0;
}

function expectPrinted(effect: Effect, { event, observed }: Outcome): void {
  const { printed, diagnostics = [] } = observed;
  if (event === null || printed === undefined) return;
  if (printed.includes("FINAL:")) {
    const text = printed.replaceAll(/ from "[^"]+"/g, "").replace(/\[node [^\]]+\]: /, "");
    expect(text).toContain(`FINAL: ${modelText(effect) ?? ""}`);
    if (effect.tool === "asks") expect(text).not.toContain("ORIG\n");
    else if (effect.result === undefined) expect(text).toContain(toolText(effect, event));
    return;
  }
  if (effect.reply !== undefined) expect(printed).toContain(effect.reply);
  else if (event === "MessageDisplay") expect(printed).toBe(effect.shown);
  else if (effect.turn === "continues") expect(printed).toContain("hello");
  else if (printed !== "" && event === "UserPromptSubmit") expect(printed).toContain(effect.reason);
  if (diagnostics.length > 0 && effect.shown !== undefined) expect(diagnostics.join("\n")).toContain(effect.shown);
}

function expectLine(effect: Effect, { observed: { line } }: Outcome): void {
  if (line === undefined) return;
  const [start = "", end = ""] = line.replace("[COMMAND]: ", "").split(" (left out)");
  expect(String(effect.result ?? "ORIG")).toBe(start + end);
}

/** Returns what the model reads instead of the tool's own result. */
function modelText({ result }: Effect): string | undefined {
  if (typeof result !== "object" || result === null) return result === undefined ? undefined : String(result);
  return "stdout" in result ? String(result.stdout) : JSON.stringify(result);
}

function toolText(effect: Effect, event: string): string {
  if (effect.nextCall !== undefined) return "TAIL";
  if (event === "PostToolUseFailure") return "ERRX";
  return effect.arguments === undefined ? "ORIG" : "NEW";
}

function expectContext(effect: Effect, { event, observed }: Outcome): void {
  // Kimi Code and Cline write a closing tag after it.
  const read = (observed.modelSaw ?? []).map((text) => text.replace(/\n<\/hook_(?:result|context)>$/, ""));
  if (event === null || observed.printed === undefined) return;
  const given = [...(effect.context ?? []), ...(effect.prompt === undefined ? [] : [effect.prompt])];
  const results = typeof effect.result === "string" ? [effect.result] : [];
  for (const text of read) {
    expect(
      [...given, ...results].some((one) => text.endsWith(one)),
      text,
    ).toBe(true);
  }
  for (const text of given)
    expect(
      read.some((one) => one.endsWith(text)),
      text,
    ).toBe(true);
}
