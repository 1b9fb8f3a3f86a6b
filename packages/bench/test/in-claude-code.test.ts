import { describe, expect, test } from "vitest";
import { Session } from "../src/measures/in-claude-code.js";
import { inRounds } from "../src/measures/interleaved.js";

/** A conversation with the model of a session, as Claude Code has it. */
function conversation(session: Session) {
  return (content: string) => {
    const body = { model: "m", messages: [{ role: "user", content }], tools: ["Bash"] };
    const [method, path] = ["POST", "/v1/messages"];
    const input = session.modelApi.readInput(method, path, body);
    const answer = session.modelApi.answer({ method, path, body, ...(input && { input }) });
    const { content: blocks = [] } = ("document" in answer ? answer.document : {}) as { content?: object[] };
    return blocks[0];
  };
}

const call = (command: string) => expect.objectContaining({ name: "Bash", input: { command, description: "d" } });

describe("the model of a session in Claude Code", () => {
  test("makes the call of each contender in turn, and measures it up to the next request", () => {
    const session = new Session(["bare", "http", "rule"]);
    const say = conversation(session);
    expect(say("Start.")).toEqual(call("git reset --hard no-commit-of-bare"));
    expect(say("PreToolUse:Bash hook error: no git reset here")).toEqual(call("git reset --hard no-commit-of-http"));
    expect(session.isComplete).toBe(false);
    expect(say("PreToolUse:Bash hook error: not over HTTP")).toEqual(call("git reset --hard no-commit-of-rule"));
    expect(say("Permission to use Bash has been denied.")).toEqual({ type: "text", text: "done" });
    expect(session.isComplete).toBe(true);
    const medians = session.samples.medians();
    expect(Object.keys(medians)).toEqual(["bare", "http", "rule"]);
    for (const ms of Object.values(medians)) expect(ms).toBeGreaterThan(0);
  });

  test.for(["", "fatal: not a git repository (or any of the parent directories): .git"])(
    "ends the session if the call ran: %j",
    (result) => {
      const say = conversation(new Session(["http", "rule"]));
      say("Start.");
      expect(() => say(result)).toThrow("http did not stop its call in Claude Code");
    },
  );
});

test("each round has every contender once and starts with another one", () => {
  expect(inRounds(["a", "b", "c"], 4).map((names) => names.join(""))).toEqual(["abc", "bca", "cab", "abc"]);
});
