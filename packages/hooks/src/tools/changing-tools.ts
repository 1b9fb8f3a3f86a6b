import { type Context, type HookDefinition, modify } from "@agent-hook/sdk";

/** A tool as a model reads it. MCP calls its schema `inputSchema`, a model's API `parameters`. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string;
  readonly [field: string]: unknown;
}

type ChangingTools = Required<Pick<HookDefinition<{}>, "name" | "setup" | "beforeLlm" | "native">>;

/**
 * Returns the handlers of a hook that changes each tool before the model reads it. The hook does not start under a host
 * that lets no hook change tools: silence would look like success.
 */
export function changingTools(name: string, change: <T extends OfferedTool>(tool: T) => T): ChangingTools {
  return {
    name,
    setup({ host }: Context) {
      if (host.can("modify.tools")) return;
      throw new Error(`${name} cannot work here: ${host.name} lets no hook change what the model reads about tools`);
    },
    beforeLlm: ({ tools }) => modify({ tools: tools.map((tool) => change(tool as typeof tool & OfferedTool)) }),
    native: {
      civic: {
        processListToolsResult: ({ response }) => ({
          resultType: "continue",
          response: { ...response, tools: response.tools.map(change) },
        }),
      },
    },
  };
}
