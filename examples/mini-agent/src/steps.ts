/** Where the agent says what it does, as it does it. */
export interface Steps {
  /** Opens the next step; it gets a number. */
  begin(title: string): void;
  /** One thing that happened in this step. */
  tell(label: string, text: string): void;
  /** Something that went wrong, but does not end the run. */
  warn(label: string, text: string): void;
}
