// The program of a measure's own process: run-measure.js NAME. Sends what it measured to the process that started it.
import { endOnSignals, temporaryFolder } from "../driver/leftovers.js";
import { pinDriver } from "../driver/pinning.js";
import { MEASURES } from "./index.js";

endOnSignals();
process.once("disconnect", () => process.exit());
// A measure that waits for nothing any more ends the process.
process.channel?.unref();

// The hooks log their decisions, but not to the user's log.
process.env.XDG_STATE_HOME = temporaryFolder().path;
delete process.env.AGENT_HOOK_LOG;

const measure = MEASURES.find(({ name }) => name === process.argv[2]);
if (measure === undefined) throw new Error(`expected one of ${MEASURES.map(({ name }) => name).join(", ")}`);
pinDriver(measure.pinned ? "on its core" : "anywhere");
const measured = await measure.run();
process.send?.(measured, () => process.exit());
