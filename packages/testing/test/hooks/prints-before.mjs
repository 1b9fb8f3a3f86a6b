// Prints as another module does before the hook takes over stdout. Some hosts read that as JSON whatever the exit code.
import { defineHook, reject, serve } from "@agent-hook/sdk";

process.stdout.write(process.env.PRINTED ?? "");
await serve(defineHook({ name: "prints-before", onFailure: "block", approveTool: () => reject("no") }));
