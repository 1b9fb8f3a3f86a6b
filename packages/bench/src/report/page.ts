import { type ContenderName, TITLES } from "../contenders/names.js";
import type { Results } from "./results.js";

/** Describes the machine and the versions that were measured. */
export function conditions({ machine, versions, absent }: Results): string {
  const { cpu, cores, memoryGb, kernel } = machine;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const missing = (Object.entries(absent) as [ContenderName, string][]).map(
    ([name, why]) => `${TITLES[name]}: ${why}.`,
  );
  return [`${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}.`, `${programs.join(", ")}.`, ...missing].join("\n");
}
