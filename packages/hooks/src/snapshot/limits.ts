/** What a checkpoint saves at most. */
export interface Limits {
  /** The largest file, in bytes. Larger ones are skipped. */
  readonly maxFileBytes: number;
  /** How many files a project may have. */
  readonly maxFiles: number;
  /** How many bytes one checkpoint may add. */
  readonly maxBytes: number;
}
