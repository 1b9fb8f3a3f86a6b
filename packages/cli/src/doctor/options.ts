/** The options of `doctor`. */
export interface DoctorFlags {
  readonly host?: string;
  readonly live?: true;
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly runProjectHooks?: true;
  readonly json?: true;
}
