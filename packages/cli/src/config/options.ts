/** The options of `config`. */
export interface ConfigFlags {
  readonly name?: string;
  readonly intercept?: string[];
  readonly observe?: true;
  readonly onFailure?: string;
  /** `true`: the file behind the host's name. */
  readonly write?: string | true;
  /** The host's file of the project, not the user's. */
  readonly project?: true;
  /** Its MCP server is asked about tools, not a process for each event. */
  readonly mcpTool?: true;
  readonly remove?: true;
  readonly yes?: true;
  readonly json?: true;
}
