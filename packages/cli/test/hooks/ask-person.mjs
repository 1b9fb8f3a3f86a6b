// Asks a person about every command. WAIT_MS: how long it waits.
import { askPerson } from "@agent-hook/hooks";
import { approve, ask, defineHook, serve } from "@agent-hook/sdk";

const careful = defineHook({
  name: "careful",
  onFailure: "block",
  approveTool: ({ kind }) => (kind === "shell" ? ask("runs a command") : approve()),
});

await serve(askPerson(careful, { waitMs: Number(process.env.WAIT_MS ?? 50_000) }));
