/** The options of `build`. */
export interface BuildFlags {
  readonly out: string;
  readonly snapshot: boolean;
  readonly json?: true;
}
