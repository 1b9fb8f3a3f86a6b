import { describe, expect, it } from "vitest";
import { serverOut, tracedCommand, withOut } from "../src/config/traced-command.js";

describe("a command that records a hook", () => {
  const hook = ["node", "dist/main.js", "--", "more"];

  it.each([
    [["/bin/agent-hook", "trace", "--out", "s.jsonl", "--"], "s.jsonl"],
    [["node", "/srv/bin/agent-hook.js", "trace", "--raw", "--out=s.jsonl", "--"], "s.jsonl"],
  ])("is split at its first --: %j", (tracer, out) => {
    expect(tracedCommand([...tracer, ...hook])).toEqual({ tracer, out, hook });
  });

  it.each([
    [["node", "main.js", "trace", "--out", "s.jsonl", "--", ...hook]],
    [["agent-hook", "call", "trace.js", "--out", "s.jsonl", "--", ...hook]],
    [["agent-hook", "trace", "--out", "s.jsonl"]],
    [["agent-hook", "trace", "--out", "s.jsonl", "--"]],
    [["agent-hook", "trace", "--", ...hook]],
    [[]],
  ])("is not %j", (command) => {
    expect(tracedCommand(command)).toBeUndefined();
  });

  it("can write to another file, whose path is then whole", () => {
    const traced = tracedCommand(["agent-hook", "trace", "--out", "s.jsonl", "--", ...hook]);
    expect(traced && withOut(traced, "/tmp/t.jsonl")).toEqual(["agent-hook", "trace", "--out", "/tmp/t.jsonl", "--"]);
    expect(serverOut("/tmp/a.b/session.jsonl")).toBe("/tmp/a.b/session-mcp.jsonl");
    expect(serverOut("/tmp/session")).toBe("/tmp/session-mcp");
  });
});
