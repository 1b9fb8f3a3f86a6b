// A hook that does one thing, as its argument says, in the points' words or in each agent's own.
import { abortTurn, ask, defineHook, modify, serve } from "@agent-hook/sdk";

const [thing] = process.argv.slice(2);
const TEXT = "a word from the hook";

const specific = (hookEventName) => ({ hookSpecificOutput: { hookEventName, additionalContext: TEXT } });

const things = {
  "context for the prompt": {
    native: {
      "claude-code": { UserPromptSubmit: () => specific("UserPromptSubmit") },
      codex: { UserPromptSubmit: () => specific("UserPromptSubmit") },
      gemini: { BeforeAgent: () => specific("BeforeAgent") },
      copilot: { userPromptSubmitted: () => ({ additionalContext: TEXT }) },
      "docker-agent": {
        user_prompt_submit: () => ({
          hook_specific_output: { hook_event_name: "user_prompt_submit", additional_context: TEXT },
        }),
      },
    },
  },
  "context beside a result": {
    native: {
      "claude-code": { PostToolUse: () => specific("PostToolUse") },
      codex: { PostToolUse: () => specific("PostToolUse") },
      gemini: { AfterTool: () => specific("AfterTool") },
      copilot: { postToolUse: () => ({ additionalContext: TEXT }) },
    },
  },
  "the end of the turn": { beforeTool: () => abortTurn(TEXT) },
  "a question": { approveTool: () => ask(TEXT) },
  "changed messages": {
    beforeLlm: ({ messages }) =>
      modify({ messages: messages.map((message) => ({ ...message, content: `${message.content} (${TEXT})` })) }),
  },
};

await serve(defineHook({ name: "arrivals", onFailure: "block", ...things[thing] }));
