/** The options of `approve` and `deny`. */
export interface AnswerFlags {
  readonly json?: true;
  readonly reason?: string;
}
