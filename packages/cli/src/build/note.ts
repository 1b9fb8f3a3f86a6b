/** A remark about a built hook: what it is, what to do, and where in the sources. */
export interface Note {
  readonly text: string;
  /** `src/hook.ts:3` */
  readonly where?: string;
}

export function noteText({ text, where }: Note): string {
  return where === undefined ? text : `${where}: ${text}`;
}
