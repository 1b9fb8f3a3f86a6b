import { compose, defineHook, serve } from "@agent-hook/sdk";

const watcher = defineHook({ name: "watcher", beforeTool: () => {} });
await serve(compose({ name: "house", onFailure: "block" }, watcher));
