// What another module printed before the hook could take stdout. Some hosts read JSON there whatever the exit code is.
import { defineHook, reject, serve } from "@agent-hook/sdk";

process.stdout.write(process.env.PRINTED ?? "");
await serve(defineHook({ name: "prints-before", onFailure: "block", approveTool: () => reject("no") }));
