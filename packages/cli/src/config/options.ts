/** The options of `config`. */
export interface ConfigFlags {
  readonly name?: string;
  readonly intercept?: string[];
  readonly observe?: true;
  readonly onFailure?: string;
  /** `true`: the file in which the host itself looks. */
  readonly write?: string | true;
  /** The host's project file instead of the user's. */
  readonly project?: true;
  /** The host calls the hook's MCP server about tools instead of starting a process for each event. */
  readonly mcpTool?: true;
  readonly remove?: true;
  readonly yes?: true;
  readonly json?: true;
}
