/** The options of `stats`. */
export interface StatsFlags {
  readonly since?: string;
  readonly json?: true;
}
