import { describe, expect, it } from "vitest";
import { canBePlayed, play } from "./play-run.js";
import { type Run, recorded } from "./recordings.js";

describe.each([
  ["v1.58.0", 140],
  ["v1.123.0", 160],
] as const)("a run of %s", (version, atLeast) => {
  const runs = recorded<Run>(version, "runs").filter(canBePlayed);

  it("can be replayed from most recordings", () => expect(runs.length).toBeGreaterThan(atLeast));

  it.each(runs)("has the recorded effect on the model and the user: $scenario", (run) => {
    const { observed } = run;
    const { toolResult, context, ...seen } = play(run, version);
    const warnings = observed.host_messages.filter(({ type }) => type === "warning").map(({ text }) => text);
    expect(seen).toEqual({
      exitCode: observed.exit_code,
      modelCalls: observed.model_calls,
      stderr: observed.stderr,
      warnings,
    });
    // A run in text mode does not print tool results. The last request contains what the model got.
    const [result] = observed.tool_results;
    if (result) expect(toolResult?.isError).toBe(result.is_error === true);
    const sent = observed.last_request.find(({ role }) => role === "tool");
    if (sent) expect(toolResult?.text).toBe(sent.content);
    else if (run.mode === "json") expect(toolResult?.text).toBe(result?.text);
    const system = observed.last_request.filter(({ role }) => role === "system").map(({ content }) => content);
    // The recordings omit all other system text.
    const contexts = system.join("\n").match(/CTX-\S+/g) ?? [];
    expect(context.filter((text) => text.startsWith("CTX-"))).toEqual(contexts);
  });
});
