/** What a host did with a call. */
export interface Seen {
  /** The forbidden call ran, or went to somebody who may let it run: the denial did not count. */
  readonly ran: boolean;
  /** It went on as without a hook. */
  readonly allowed: boolean;
  /** The host's own limit passed before it had an answer: what it then does is not ours. */
  readonly late: boolean;
  /** What it was told, for whoever looks for the reason of a failure. */
  readonly detail: string;
}
