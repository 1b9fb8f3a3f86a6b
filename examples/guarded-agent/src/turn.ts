import type { BeforeLlmParams, HookManager, Message, ToolRound } from "@agent-hook/picoclaw";
import type { Scene } from "./scenes.js";
import { tell } from "./terminal.js";
import { runOwn, TOOLS } from "./tools.js";

/** The messages that the model got, and the scenes with an unexpected outcome. */
export interface Turn {
  readonly messages: readonly Message[];
  readonly unexpected: readonly string[];
}

/** Plays one turn, in which the scripted model calls one tool per round. */
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

/** A real agent calls its model between the two hook calls. Here, the scene is the reply. */
async function askModel(hooks: HookManager, params: BeforeLlmParams, scene: Scene, id: string): Promise<Message> {
  const before = await hooks.beforeLlm(params);
  if (before.outcome === "aborted") throw new Error(`${before.by} ended the turn: ${before.reason}`);
  const { tools } = before.request;
  const known = (tools ?? []).some((tool) => tool.function.name === scene.tool);
  if (!known) throw new Error(`the model was not offered ${scene.tool}`);
  const call = { name: scene.tool, arguments: JSON.stringify(scene.arguments) };
  const response = { content: "", tool_calls: [{ id, type: "function", function: call }] };
  const after = await hooks.afterLlm({ model: "scripted", response });
  if (after.outcome === "aborted") throw new Error(`${after.by} ended the turn: ${after.reason}`);
  return { role: "assistant", ...after.response };
}

async function callTool(hooks: HookManager, { tool, arguments: args }: Scene): Promise<ToolRound> {
  tell("model calls", `${tool} ${JSON.stringify(args)}`);
  const round = await hooks.runTool({ tool, arguments: args }, async (call) => {
    const text = await runOwn(call.tool, call.arguments);
    tell("tool gives", text);
    return text;
  });
  if (round.outcome === "answered") tell("answered by", round.by);
  if (round.outcome === "denied") tell("denied by", round.by);
  tell("model reads", round.text);
  return round;
}
