import { serveCommand } from "../../command-hook/one-shot-call.js";
import { adapterOf } from "../../families/opencode/adapter.js";
import type { CallSession } from "../../runtime/session.js";
import { PROGRAM } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

/** What Kilo supports with the plugin that `agent-hook config` writes, observed on 7.7.7. */
export const adapter = adapterOf(PROGRAM, { payloadSchema, answerSchema, tools: HOST_TOOLS, kindOf });

/** Serves the one call for which the plugin starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);
