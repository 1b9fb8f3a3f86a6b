/** What a host did with a call. */
export interface CaseOutcome {
  /** The forbidden call ran, or the user was asked and may allow it: the denial had no effect. */
  readonly ran: boolean;
  /** The call continued as it would without a hook. */
  readonly allowed: boolean;
  /** The host's own limit passed before it had an answer. We do not control what it does then. */
  readonly late: boolean;
  /** What the host received, to find the cause of a failure. */
  readonly detail: string;
}
