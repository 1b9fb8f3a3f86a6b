// A guard that denies everything.
import { defineHook, reject, serve } from "@agent-hook/sdk";

await serve(defineHook({ name: "denies-all", onFailure: "block", approveTool: () => reject("nothing is allowed") }));
