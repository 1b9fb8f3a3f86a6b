// A hook that makes one decision. Its argument selects which.
import { abortTurn, addContext, defineHook, deny, modify, serve } from "@agent-hook/sdk";

const [thing] = process.argv.slice(2);
const TEXT = "a word from the hook";

const things = {
  "the end of the turn": { beforeTool: () => abortTurn(TEXT) },
  "changed messages": {
    beforeLlm: ({ messages }) =>
      modify({ messages: messages.map((message) => ({ ...message, content: `${message.content} (${TEXT})` })) }),
  },
  "context for the prompt": { onPrompt: () => addContext(TEXT) },
  "context next to a result": { afterTool: () => addContext(TEXT) },
  "context for the session": { onEvent: { "session.start": () => addContext(TEXT) } },
  "a denied prompt": { onPrompt: () => deny(TEXT) },
};

await serve(defineHook({ name: "arrivals", onFailure: "block", ...things[thing] }));
