import type { ContenderName } from "../contenders/names.js";
import type { Machine } from "../machine.js";
import type { RowId } from "./rows.js";

/** A figure of each contender that takes part. */
export type Values = Readonly<Partial<Record<ContenderName, number>>>;
export type Figures = Readonly<Partial<Record<RowId, Values>>>;

/** The figures of a run, and the machine and versions that they were measured on. */
export interface Results {
  readonly machine: Machine;
  /** By the name of a program or a package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Why a contender is missing from all figures. */
  readonly absent: Readonly<Partial<Record<ContenderName, string>>>;
  readonly figures: Figures;
}
