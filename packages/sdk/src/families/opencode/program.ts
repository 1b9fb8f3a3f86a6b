/** opencode, or a program made from it. The program, its folders, its files and its variables have its name. */
export interface Program {
  /** The name in options, configs and folders. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** The field `host` of each payload, which tells the program from opencode. opencode has none. */
  readonly mark?: string;
}
