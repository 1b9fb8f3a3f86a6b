import { serveCivic } from "@agent-hook/civic";
import { hook } from "./hook.js";

const { PORT = "8080", HOOK_TOKEN } = process.env;
const server = await serveCivic(hook, { port: Number(PORT), token: HOOK_TOKEN });
console.log(`HOOKS=${server.url}`);
