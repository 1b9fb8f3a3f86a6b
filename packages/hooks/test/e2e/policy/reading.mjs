// Preloaded: writes the names of the variables that a process reads to the file READS. A variable that is read because a
// child receives all of them is not one that a hook reads.
import { appendFileSync } from "node:fs";

const real = process.env;
const { READS } = real;
const seen = new Set();
let copied;

process.env = new Proxy(real, {
  get(env, name) {
    if (typeof name === "string" && name !== copied) seen.add(name);
    copied = undefined;
    return env[name];
  },
  has(env, name) {
    seen.add(String(name));
    return name in env;
  },
  getOwnPropertyDescriptor(env, name) {
    copied = name;
    return Reflect.getOwnPropertyDescriptor(env, name);
  },
});
process.on("exit", () => appendFileSync(READS, `${[...seen].join("\n")}\n`));
