// Starts a file of `hooks/`, closes it, and prints how many pipes are open more than before. Ends by itself, if it can.
import { HookProcess } from "@agent-hook/host";

const pipes = () => process.getActiveResourcesInfo().filter((resource) => resource === "PipeWrap").length;

// Made at first use; here, so that they are no news.
const { stdout } = process;
void process.stderr;
const before = pipes();
const hook = await HookProcess.start({ name: "probe", command: process.argv.slice(2), helloTimeoutMs: 25_000 });
await hook.close({ endMs: 60_000 });
// The end of a process does not wait for its stdin to be closed on this side.
for (let turn = 0; turn < 1000 && pipes() > before; turn++) await new Promise(setImmediate);
stdout.write(`${pipes() - before}\n`);
if (hook.hello.grandchild) process.kill(hook.hello.grandchild, "SIGKILL");
