/** Receives what the agent does, step by step. */
export interface Steps {
  /** Starts the next numbered step. */
  begin(title: string): void;
  /** Something that happened in this step. */
  tell(label: string, text: string): void;
  /** A problem that does not end the run. */
  warn(label: string, text: string): void;
}
