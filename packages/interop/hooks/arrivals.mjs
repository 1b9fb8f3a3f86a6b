// A hook that does one thing, as its argument says: in the points' words, or as its host's own answer.
import { readFileSync } from "node:fs";
import { abortTurn, ask, defineHook, modify, serve } from "@agent-hook/sdk";

const [thing, host] = process.argv.slice(2);
const TEXT = "a word from the hook";

const things = {
  "the end of the turn": { beforeTool: () => abortTurn(TEXT) },
  "a question": { approveTool: () => ask(TEXT) },
  "changed messages": {
    beforeLlm: ({ messages }) =>
      modify({ messages: messages.map((message) => ({ ...message, content: `${message.content} (${TEXT})` })) }),
  },
};

await serve(defineHook({ name: "arrivals", onFailure: "block", ...(things[thing] ?? context()) }));

/** The answer that gives context to the model, from what is known about the host. */
function context() {
  const facts = new URL(`../../sdk/src/hosts/${host}/live-facts.json`, import.meta.url);
  const { event, answer } = JSON.parse(readFileSync(facts, "utf8")).context[thing];
  return { native: { [host]: { [event]: () => answer } } };
}
