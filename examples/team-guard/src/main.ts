import { serve } from "@agent-hook/sdk";
import { guard } from "./guard.js";

// For the team's coding agents.
await serve(guard);
