// Has limits whose filters match no tool of some hosts.
import { rateLimit } from "@agent-hook/hooks";
import { compose, serve } from "@agent-hook/sdk";

const rule = { calls: 0, seconds: 60 };
const limits = [{ ...rule, tools: ["bash"] }, rule, { ...rule, kinds: ["fetch"] }, { ...rule, kinds: ["mcp"] }];
await serve(compose({ name: "limits" }, rateLimit({ limits })));
