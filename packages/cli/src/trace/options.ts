/** The options of `trace`. */
export interface TraceFlags {
  readonly out: string;
  readonly raw?: true;
  readonly json?: true;
}
