// Follows the call: { return }, { throw }, { rejected } or { never }. POLICY sets onFailure.
import { approve, defineHook, serve } from "@agent-hook/sdk";

function play(script) {
  if (script === undefined) return;
  if (script.throw !== undefined) throw new Error(script.throw);
  if (script.rejected !== undefined) return Promise.reject(new Error(script.rejected));
  if (script.never) return new Promise(() => {});
  return script.return;
}

const inText = (text) => (text.startsWith("{") ? JSON.parse(text) : undefined);

await serve(
  defineHook({
    name: "puppet",
    onFailure: process.env.POLICY ?? "continue",
    deadlines: {
      interceptMs: Number(process.env.DEADLINE ?? 60_000),
      approveMs: Number(process.env.DEADLINE ?? 60_000),
    },
    respondsTo: ["web_fetch"],
    beforeLlm: (call) => play(call.options.script),
    afterLlm: (call) => play(inText(call.content)),
    beforeTool: (call) => play(call.arguments.script),
    afterTool: (call) => play(call.arguments.script),
    approveTool: (call) => (call.arguments.script === undefined ? approve() : play(call.arguments.script)),
  }),
);
