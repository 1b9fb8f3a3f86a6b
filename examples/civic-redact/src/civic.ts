import { serveCivic } from "@agent-hook/civic";
import { compose, defineHook } from "@agent-hook/sdk";
import { hook } from "./hook.js";
import { redact } from "./redact.js";

/** Agents read resources with a tool. Only Civic's proxy calls hooks for the MCP request that reads a resource. */
const resources = defineHook({
  name: "resources",
  onFailure: "block",
  native: {
    civic: {
      processReadResourceResult: ({ response }) => ({ resultType: "continue", response: redact(response) }),
    },
  },
});

const { PORT = "8080", HOOK_TOKEN } = process.env;
const server = await serveCivic(compose({ name: "civic-redact" }, hook, resources), {
  port: Number(PORT),
  token: HOOK_TOKEN,
});
console.log(`HOOKS=${server.url}`);
