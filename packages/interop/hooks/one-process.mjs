// A hook whose tool and handlers share one process: a call of the tool sets a rule, and the handlers apply it. Each
// call adds a line to the file `asked` in its HOME: what was called, and the process id. Its argument is `onFailure`.
import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { commandOf, defineHook, defineTool, deny, modify, serve } from "@agent-hook/sdk";
import { z } from "zod";

const note = (what) => appendFileSync(join(homedir(), "asked"), `${what} ${process.pid}\n`);
const rules = { forbid: [], rewrite: [], hide: [] };

const setRule = defineTool({
  name: "set_rule",
  description: "Sets a rule for a word, and returns the next step",
  input: z.object({ kind: z.enum(["forbid", "rewrite", "hide"]), word: z.string(), next: z.string() }),
  run: ({ kind, word, next }) => {
    note("tool");
    rules[kind].push(word);
    return next;
  },
});

const [onFailure] = process.argv.slice(2);
const withholds = onFailure === "block" ? {} : { afterTool };

await serve(
  defineHook({
    name: "one_process",
    onFailure,
    tools: [setRule],
    beforeTool: (call) => {
      const command = commandOf(call);
      if (command === "") return;
      note("before");
      if (readFileSync(join(homedir(), "fault"), "utf8") === "kill") process.kill(process.pid, "SIGKILL");
      const has = (word) => command.includes(word);
      if (rules.forbid.some(has)) return deny(`"${rules.forbid.join()}" is forbidden since the tool was called`);
      const other = rules.rewrite.reduce((text, word) => text.replaceAll(word, "rewritten"), command);
      if (other !== command) return modify({ arguments: { ...call.arguments, command: other } });
    },
    ...withholds,
  }),
);

function afterTool(call) {
  if (call.result.forLlm === "" || commandOf(call) === "") return;
  note("after");
  if (rules.hide.some((word) => call.result.forLlm.includes(word))) return modify({ result: "hidden on purpose" });
}
