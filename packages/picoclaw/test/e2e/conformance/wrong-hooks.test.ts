import { describe, expect, test } from "vitest";
import { checkFault, ids, unheld } from "../../conformance/check.js";

const NO_TOOLS = { "not applicable": ["own-tools/answered"] };
const EVENTS = ["events/named", "events/numbered", "events/runtime", "events/unknown"];

describe("a faulty hook gets exactly the matching verdicts", () => {
  test("a correct hook without an SDK follows every rule", async () => {
    const report = await checkFault("none");
    expect(unheld(report)).toEqual(NO_TOOLS);
    expect(report).toMatchObject({ ok: true, hook: { name: "wrong", version: "0.0.1" } });
  });

  test.each([
    ["mixes up", ["overlap/own"]],
    ["never ends", ["ending/idle", "ending/running"]],
  ])("%s", async (fault, broken) => {
    expect(unheld(await checkFault(fault))).toEqual({ ...NO_TOOLS, broken });
  });

  test("noisy: no other rule is broken, and no event is reported as the cause", async () => {
    expect(unheld(await checkFault("noisy"))).toEqual({ ...NO_TOOLS, broken: ["noise/stdout"], inconclusive: EVENTS });
  });

  test.each([
    ["twice", "ids/once"],
    ["tells", "ids/unsolicited"],
  ])("%s: no event is reported as the cause of output that the hook writes without it", async (fault, id) => {
    expect(unheld(await checkFault(fault, { only: [id, ...EVENTS] }))).toEqual({ broken: [id], inconclusive: EVENTS });
  });

  test("a hook that denies everything breaks nothing, and its changes are not seen", async () => {
    const report = await checkFault("refuses everything");
    expect(unheld(report)).toEqual({
      ...NO_TOOLS,
      inconclusive: [
        "shapes/id-only-calls",
        "shapes/message-fields",
        "shapes/whole-call",
        "shapes/whole-reply",
        "shapes/whole-request",
        "shapes/whole-tool-result",
      ],
    });
    expect(report.ok).toBe(true);
  });

  test.each([
    ["dies at hello", "the process ended with code 3"],
    ["ids are text", '{"jsonrpc":"2.0","id":"1","result"'],
    ["hello is text", '"result":"hi"'],
  ])("%s: breaks hello, and everything else is unknown", async (fault, received) => {
    const report = await checkFault(fault);
    const others = ids.filter((id) => id !== "hello/answered");
    expect(unheld(report)).toEqual({ broken: ["hello/answered"], inconclusive: others });
    expect(report.results.find(({ id }) => id === "hello/answered")?.received).toContain(received);
  });

  test("a hook that rejects hello is reported with its message, and breaks nothing", async () => {
    const report = await checkFault("refuses at hello");
    expect(unheld(report)).toEqual({ inconclusive: ids });
    expect(report.ok).toBe(false);
    for (const { received, why } of report.results) {
      expect(received).toContain("WEATHER_KEY is not set");
      expect(why).toContain("refuses to start");
    }
  });

  test("a hook that answers with errors is blamed once at each point", async () => {
    const { broken, inconclusive } = unheld(await checkFault("errors"));
    expect(broken).toEqual(ids.filter((id) => id.startsWith("points/")));
    expect(inconclusive).toContain("shapes/action");
  });
});
