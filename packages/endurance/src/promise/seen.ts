/** What a host did with a call. */
export interface Seen {
  /** The forbidden call ran, or went to a user who may allow it: the denial did not count. */
  readonly ran: boolean;
  /** The call went on as without a hook. */
  readonly allowed: boolean;
  /** The host's own limit passed before it had an answer. We do not control what it does then. */
  readonly late: boolean;
  /** What the host received, to find the cause of a failure. */
  readonly detail: string;
}
