/** The options of `ui`. */
export interface UiFlags {
  readonly port: string;
  readonly open?: true;
}
