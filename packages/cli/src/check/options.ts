/** The options of `check`. */
export interface CheckFlags {
  readonly only?: string[];
  readonly modes?: string[];
  readonly callOwnTools?: true;
  readonly host?: string;
  readonly timeout?: number;
  readonly json?: true;
}
