import { availableParallelism, cpus, release, totalmem } from "node:os";
import { versionOf } from "./contenders/programs.js";
import { python } from "./contenders/python.js";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: `Linux ${release().split(".", 2).join(".")}`,
  };
}

const PACKAGES = ["@agent-hook/sdk", "@modelcontextprotocol/sdk", "zod"];

/** Returns the versions of everything that is measured. */
export function versions(): Readonly<Record<string, string>> {
  return {
    Node: process.version,
    ...(python === undefined ? {} : { Python: python.version }),
    ...Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
  };
}
