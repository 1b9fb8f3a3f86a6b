/** The options of `replay`. */
export interface ReplayFlags {
  readonly hook?: string;
  readonly host?: string;
  readonly timeout?: number;
  readonly update?: true;
  readonly json?: true;
}
