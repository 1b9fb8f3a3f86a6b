/** The options of `why`. */
export interface WhyFlags {
  readonly json?: true;
}
