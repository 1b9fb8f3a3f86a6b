import { defineHook, serve } from "@agent-hook/sdk";

void serve(defineHook({ name: "first" }));
await serve(defineHook({ name: "second" }));
