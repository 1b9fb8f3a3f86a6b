// Answers every call from a cache, but may do so only for web_fetch.
import { approve, defineHook, reject, respond, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "responds",
    onFailure: process.env.POLICY,
    respondsTo: ["web_fetch"],
    beforeTool: () => respond({ forLlm: "cached", forUser: "from the cache", silent: true }),
    approveTool: (call) => (call.arguments.url === "evil" ? reject("not this address") : approve()),
  }),
);
