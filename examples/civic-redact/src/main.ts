import { serve } from "@agent-hook/sdk";
import { hook } from "./hook.js";

await serve(hook);
