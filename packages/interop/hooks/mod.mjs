// A hook for a mod. It writes each call to the file `calls` in its HOME, with its process id.
import { appendFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { defineHook, deny, modify, respond, serve } from "@agent-hook/sdk";

const note = (text) => appendFileSync(join(homedir(), "calls"), `${text} ${process.pid}\n`);

const SECRET = /sk-secret|(?<="value":")OUTPUT/g;
const redacted = (text) => (text.match(SECRET) ? text.replace(SECRET, "[redacted]") : undefined);

const hook = defineHook({
  name: "interop-mod",
  respondsTo: ["Bash"],
  onFailure: "block",
  beforeTool(call) {
    const text = JSON.stringify(call.arguments);
    note(`before ${call.tool}`);
    if (text.includes("victim")) return deny("no victims");
    if (text.includes("answer me")) return respond(`answered for ${call.tool}`);
    if (text.includes("rewrite me")) {
      return modify({ arguments: { ...call.arguments, command: "echo rewritten > ran.txt; echo rewritten" } });
    }
    return undefined;
  },
  afterTool({ tool, result }) {
    note(`after ${tool}`);
    const text = redacted(result.forLlm);
    return text === undefined ? undefined : modify({ result: text });
  },
  afterLlm({ content }) {
    note("reply");
    return content.includes("FINAL") ? modify({ content: content.replace("FINAL", "CHANGED") }) : undefined;
  },
});

await serve(hook);
