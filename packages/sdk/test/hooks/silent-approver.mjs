// An approver that makes no decision. The arguments select what it returns instead.
import { approve, defineHook, serve } from "@agent-hook/sdk";

const instead = {
  nothing: () => undefined,
  "nothing, later": async () => {},
  null: () => null,
  true: () => true,
  "the text approve": () => "approve",
  "an empty object": () => ({}),
  "the wire's own form": () => ({ approved: true }),
  "a misspelt action": () => ({ action: "aprove" }),
  "a decision of another point": () => ({ action: "modify", patch: {} }),
  "the function itself": () => approve,
  "a rejection with a reason that is not text": () => ({ action: "deny", reason: 12 }),
  "a throw": () => {
    throw new Error("broken");
  },
  "a rejected promise": () => Promise.reject(new Error("broken")),
  "silence for ever": () => new Promise(() => {}),
};

await serve(
  defineHook({
    name: "silent-approver",
    onFailure: process.env.POLICY,
    deadlines: { approveMs: 300 },
    approveTool: (call) => (call.arguments.give === "approve" ? approve() : instead[call.arguments.give]()),
  }),
);
