// A model decides on calls, for any agent. The first argument is the address of its server.
import { judge } from "@agent-hook/hooks/judge";
import { serve } from "@agent-hook/sdk";

const [baseUrl] = process.argv.slice(2);
const model = { provider: "openai-compatible", baseUrl, model: "judge" };
await serve(judge({ model, timeoutMs: 5000, retries: 0 }));
