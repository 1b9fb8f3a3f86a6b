import type { HookManager, ToolRound } from "@agent-hook/host";
import type { BeforeLlmParams, Message } from "@agent-hook/protocol";
import type { Scene } from "./scenes.js";
import { tell } from "./terminal.js";
import { runOwn, TOOLS } from "./tools.js";

/** What the model read in the end, and the scenes that ended otherwise than they have to. */
export interface Turn {
  readonly messages: readonly Message[];
  readonly unexpected: readonly string[];
}

/** One turn: the scripted model calls a tool a round. */
export async function playTurn(hooks: HookManager, scenes: readonly Scene[]): Promise<Turn> {
  const messages: Message[] = [{ role: "user", content: "Do what you have to do." }];
  const unexpected: string[] = [];
  for (const [index, scene] of scenes.entries()) {
    console.log(`\n${index + 1}. ${scene.title}`);
    const id = `call_${index + 1}`;
    messages.push(await askModel(hooks, { model: "scripted", messages, tools: [...TOOLS], options: {} }, scene, id));
    await scene.meanwhile?.();
    const round = await callTool(hooks, scene);
    messages.push({ role: "tool", tool_call_id: id, content: round.text });
    if (round.outcome !== scene.expected()) unexpected.push(`"${scene.title}" ended with: ${round.outcome}`);
  }
  return { messages, unexpected };
}

/** A real agent calls its model between the two; this one has the scene for a reply. */
async function askModel(hooks: HookManager, params: BeforeLlmParams, scene: Scene, id: string): Promise<Message> {
  const asked = await hooks.beforeLlm(params);
  if (asked.outcome === "aborted") throw new Error(`${asked.by} ended the turn: ${asked.reason}`);
  const { tools } = asked.request;
  const known = (tools ?? []).some((tool) => tool.function.name === scene.tool);
  if (!known) throw new Error(`the model was not offered ${scene.tool}`);
  const made = { name: scene.tool, arguments: JSON.stringify(scene.arguments) };
  const response = { content: "", tool_calls: [{ id, type: "function", function: made }] };
  const replied = await hooks.afterLlm({ model: "scripted", response });
  if (replied.outcome === "aborted") throw new Error(`${replied.by} ended the turn: ${replied.reason}`);
  return { role: "assistant", ...replied.response };
}

async function callTool(hooks: HookManager, { tool, arguments: args }: Scene): Promise<ToolRound> {
  tell("model calls", `${tool} ${JSON.stringify(args)}`);
  const round = await hooks.runTool({ tool, arguments: args }, async (call) => {
    const text = await runOwn(call.tool, call.arguments);
    tell("tool gives", text);
    return text;
  });
  if (round.outcome === "answered") tell("answered by", round.by);
  if (round.outcome === "denied") tell("refused by", round.by);
  tell("model reads", round.text);
  return round;
}
