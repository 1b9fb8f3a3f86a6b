import type { GuardDecision } from "../contenders/guards.js";
import { type ContenderName, TITLES } from "../contenders/names.js";
import type { Machine } from "../machine.js";
import type { GuardFigure, RowId } from "./rows.js";

/** A figure of each contender that takes part. */
export type Values = Readonly<Partial<Record<ContenderName, number>>>;
export type Figures = Readonly<Partial<Record<RowId | GuardFigure, Values>>>;

/** The figures of a run, and the machine and versions that they were measured on. */
export interface Results {
  readonly machine: Machine;
  /** By the name of a program or a package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Why a contender is missing from all figures. */
  readonly absent: Readonly<Partial<Record<ContenderName, string>>>;
  readonly figures: Figures;
  /** Absent if the guards that people pick were not measured. */
  readonly guards?: GuardFacts;
}

/** What was measured about the guards that people pick, besides figures. */
export interface GuardFacts {
  /** The mean number of running processes in the last minute. */
  readonly load: number;
  readonly versions: Readonly<Partial<Record<ContenderName, string>>>;
  /** What each does with `git reset --hard`. */
  readonly decisions: Readonly<Partial<Record<ContenderName, GuardDecision>>>;
  /** Why a guard was not measured. */
  readonly absent: Readonly<Partial<Record<ContenderName, string>>>;
}

/** Describes the machine and the versions that were measured. */
export function conditions({ machine, versions, absent }: Results): string {
  const { cpu, cores, memoryGb, kernel } = machine;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const missing = (Object.entries(absent) as [ContenderName, string][]).map(
    ([name, why]) => `${TITLES[name]}: ${why}.`,
  );
  return [`${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}.`, `${programs.join(", ")}.`, ...missing].join("\n");
}
