// An agent: reads lines of JSON. { payload }: starts the hook (first argument) with it. { shell }: runs a command, as the
// agent's own shell. Answers each line with one line.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const hook = process.argv[2];

createInterface({ input: process.stdin }).on("line", (line) => {
  const { n, payload, shell } = JSON.parse(line);
  const child =
    shell === undefined
      ? spawn("/bin/sh", ["-c", '"$0" "$1" --host codex; exit $?', process.execPath, hook])
      : spawn("/bin/sh", ["-c", shell]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.stdin.end(payload === undefined ? "" : JSON.stringify(payload));
  child.on("close", (code) => process.send({ n, code, output }));
});
