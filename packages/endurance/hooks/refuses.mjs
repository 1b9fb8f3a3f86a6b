// A guard that denies everything.
import { defineHook, reject, serve } from "@agent-hook/sdk";

await serve(defineHook({ name: "refuses", onFailure: "block", approveTool: () => reject("nothing is allowed") }));
