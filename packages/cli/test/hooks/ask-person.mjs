// Asks a person about every command. WAIT_MS: how long it waits.
import { askPerson } from "@agent-hook/hooks";
import { approve, ask, defineHook, serve } from "@agent-hook/sdk";

const careful = defineHook({
  name: "careful",
  onFailure: "block",
  // A busy machine takes its time for 50 processes.
  deadlines: { approveMs: 600_000 },
  approveTool: ({ kind }) => (kind === "shell" ? ask("runs a command") : approve()),
});

await serve(askPerson(careful, { waitMs: Number(process.env.WAIT_MS ?? 50_000) }));
