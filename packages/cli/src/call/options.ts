/** The options of `call`. */
export interface CallFlags {
  readonly tool?: string;
  readonly args?: Record<string, unknown>;
  readonly result?: string;
  readonly message?: string;
  readonly kind?: string;
  readonly payload?: Record<string, unknown>;
  readonly file?: string;
  readonly host?: string;
  readonly timeout?: number;
  readonly json?: true;
}
