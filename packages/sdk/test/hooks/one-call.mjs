// Follows the command of a tool call, then denies it or makes no decision. POLICY sets onFailure. BEFORE is printed
// before `serve`.
import { spawn, spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { approve, defineHook, deny, modify, serve } from "@agent-hook/sdk";

const inherit = { stdio: "inherit" };
const forever = () => new Promise(() => {});
const printsBefore = {
  console: () => console.log("NOISE before"),
  "half a line": () => process.stdout.write("NOISE before"),
  "a child": () => spawnSync("printf", ["NOISE before"], inherit),
};
printsBefore[process.env.BEFORE]?.();

const behaviours = {
  "print by console.log": () => console.log("NOISE"),
  "print by process.stdout.write": () => void process.stdout.write("NOISE"),
  "print by descriptor": () => void writeSync(1, "NOISE"),
  "print by a child": () => void spawnSync("printf", ["NOISE"], inherit),
  "leave a timer": () => void setTimeout(() => {}, 1e9),
  "leave an interval": () => void setInterval(() => {}, 1e9),
  "leave a child": () => {
    // The child holds none of the host's pipes. Otherwise the host would wait for it.
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 1e9)"], { stdio: "ignore" });
    process.stderr.write(`child ${child.pid}\n`);
  },
  "reject beside the call": () => void Promise.reject(new Error("stray")),
  "throw beside the call": () =>
    new Promise((done) => {
      setImmediate(() => {
        setImmediate(done);
        fail("stray");
      });
    }),
  exit: () => process.exit(0),
  wait: () => {
    process.stderr.write("waiting\n");
    return forever();
  },
  "say its environment": () => {
    const launchers = (env) => Object.keys(env).filter((name) => /^AGENT_HOOK_(FD|KEY)$/.test(name));
    const { stdout } = spawnSync(process.execPath, ["-p", "JSON.stringify(process.env)"]);
    return { own: launchers(process.env), child: launchers(JSON.parse(stdout)) };
  },
};

function fail(text) {
  throw new Error(text);
}

await serve(
  defineHook({
    name: "one call",
    onFailure: process.env.POLICY,
    async beforeTool({ arguments: { cmd, command } }) {
      const [does, ...more] = String(cmd ?? command).split("; ");
      const result = await behaviours[does]?.();
      if (result !== undefined) process.stderr.write(`${JSON.stringify(result)}\n`);
      return more.includes("deny") ? deny(`denied: ${does}`) : undefined;
    },
    beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one, content: `${one.content}!` })) }),
    afterTool: ({ result }) => modify({ result: `${result.forLlm.length} ${result.forLlm}` }),
    ...(process.env.POLICY === "block" ? { approveTool: approve } : {}),
  }),
);
