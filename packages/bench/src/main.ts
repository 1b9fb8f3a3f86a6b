import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { chain } from "./chain.js";
import { commandStart } from "./command-start.js";
import { canPin, HOOK_CORE } from "./hook-under-test.js";
import { type Figures, firstAnswer, floodedCpu, largeRoundTrips, memoryAtRest, smallRoundTrips } from "./measures.js";
import { oneCall } from "./one-call.js";
import { trace } from "./trace.js";

const bare = { hook: "bare" };
const ours = { hook: "sdk" };
const modify = ["--modify"];

if (process.platform !== "linux") {
  console.error("The benchmark reads CPU time and memory from /proc, so it needs Linux.");
  process.exit(1);
}
const driverCore = HOOK_CORE - 1;
if (canPin) execFileSync("taskset", ["-a", "-cp", String(driverCore), String(process.pid)]);
const pinned = canPin
  ? `driver on core ${driverCore}, hook on core ${HOOK_CORE}`
  : "no taskset: not pinned, so figures jump";
console.log(`${cpus()[0]?.model.trim()}, Node ${process.version}; ${pinned}\n`);
console.log(
  `${"against a bare readline loop".padEnd(46)}${"bare".padStart(10)}${"agent-hook".padStart(12)}   ratio  goal`,
);

const small = await smallRoundTrips(bare, ours);
ratio("before_tool round trip, p50, µs", small.p50, 1.3);
ratio("before_tool round trip, p99, µs", small.p99);
ratio("CPU of 100,000 calls flooded, ms", await floodedCpu(bare, ours), 3);
ratio("before_llm 0.9 MB, continue, µs", await largeRoundTrips(bare, ours), 1.2);
ratio(
  "before_llm 0.9 MB, modify, µs",
  await largeRoundTrips({ ...bare, args: modify }, { ...ours, args: modify }),
  1.2,
);
ratio("first answer after start, ms", await firstAnswer(bare, ours), 2.4);
ratio("first answer after start, hook with a tool, ms", await firstAnswer(bare, { hook: "sdk-tool" }), 2.4);
difference("memory at rest, MB", await memoryAtRest(bare, ours), 25);
difference("memory at rest, hook with a tool, MB", await memoryAtRest(bare, { hook: "sdk-tool" }), 25);

const ten = await chain();
ratio("tool round through 10 hooks, µs", ten.round);
ratio("  of it one call of one hook, µs", ten.callOfRound);
ratio("  CPU of the host a round, µs", ten.cpu);
console.log(`heap of the host, from 1,000 to 10,000 such rounds: ${ten.growth.toFixed(1)} MB more`);

const traced = await trace();
difference("trace adds, per call, p50, µs", traced.p50, 60);
difference("trace adds, per call, mean of 10,000, µs", traced.mean, 60);
difference("trace adds, per call of 10,000 at once, µs", traced.flooded, 60);
console.log(`memory of the tracer, from 300,000 to 500,000 calls: ${traced.growth.toFixed(0)} MB more`);

const once = oneCall();
const major = Number(process.versions.node.split(".")[0]);
ratio("one call and a start, plain files, ms", once.plain);
ratio("one call and a start, one file, ms", once.bundle, 1.5);
ratio("one call and a start, snapshot, ms", once.snapshot, major < 22 ? 1.1 : 1.4);
for (const [host, figures] of Object.entries(once.hosts)) {
  ratio(`  snapshot, a call of ${host}, ms`, figures, major < 22 ? 1.15 : 1.4);
}
difference("  the launcher adds, ms", once.launcher, 3);

ratio("agent-hook --help against node -e 0, ms", commandStart(), 1.5);

function ratio(name: string, figures: Figures, goal?: number): void {
  const times = figures.ours / figures.bare;
  row(
    name,
    figures,
    `${times.toFixed(2)}x`,
    goal === undefined ? "" : `at most ${goal}x${times > goal ? "  MISSED" : ""}`,
  );
}

function difference(name: string, figures: Figures, goal: number): void {
  const above = figures.ours - figures.bare;
  row(name, figures, `+${above.toFixed(0)}`, `at most +${goal}${above > goal ? "  MISSED" : ""}`);
}

function row(name: string, { bare, ours }: Figures, result: string, goal: string): void {
  const cell = (value: number, width: number) => value.toFixed(value < 100 ? 1 : 0).padStart(width);
  console.log(`${name.padEnd(46)}${cell(bare, 10)}${cell(ours, 12)}${result.padStart(8)}  ${goal}`);
}
