// Starts a file from `hooks/`, closes it and prints how many more pipes are open than before. Exits only if nothing
// keeps it alive.
import { HookProcess } from "@agent-hook/picoclaw";

const pipes = () => process.getActiveResourcesInfo().filter((resource) => resource === "PipeWrap").length;

// Node creates these streams on first use. Create them before the first count.
const { stdout } = process;
void process.stderr;
const before = pipes();
const hook = await HookProcess.start({ name: "probe", command: process.argv.slice(2), helloTimeoutMs: 25_000 });
await hook.close({ endMs: 60_000 });
// A process can end before its stdin is closed on this side.
for (let turn = 0; turn < 1000 && pipes() > before; turn++) await new Promise(setImmediate);
stdout.write(`${pipes() - before}\n`);
if (hook.hello.grandchild) process.kill(hook.hello.grandchild, "SIGKILL");
