import type { Raw } from "../../codec/fields.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import type { Answer } from "../../wire/answer.js";
import { supportOf } from "./capabilities.js";
import { mcpToolName } from "./mcp-names.js";
import { toolName, toolSpec } from "./messages.js";
import { kindOf } from "./tool-kinds.js";

/** The hook's own tools, as PicoClaw sees them. */
export class OwnTools {
  /** Names of this hook's tools that the host also has tools for. Calls with such a name are for the host's tool. */
  readonly #hosts = new Set<string>();
  readonly #offer: boolean;
  /** PicoClaw's names for the tools of this hook's MCP server, if it has one. Ambiguous names map to `undefined`. */
  readonly #served: ReadonlyMap<string, string | undefined> | undefined;

  constructor(
    private readonly hook: PreparedHook,
    version: string | undefined,
    mcpName: string | undefined,
  ) {
    if (mcpName) this.#served = servedNames(mcpName, hook);
    // If the version is unknown, tools are offered: an old host accepts them, a new one only logs a warning.
    const takes = version === undefined || supportOf("tools", "offer", version) !== "no";
    this.#offer = hook.tools.size > 0 && !mcpName && takes;
    if (hook.tools.size > 0 && !mcpName && !takes) {
      hook.log.warn(
        `picoclaw ${version} accepts tool definitions only from MCP servers: the model will not see this hook's tools ` +
          "until the hook also runs as one; agent-hook config prints both entries",
      );
    }
  }

  /**
   * Whether the hook itself answers calls of its own tool, even if its MCP server also could: MCP carries no `forUser`,
   * `media` or `responseHandled`. Only MCP carries `content`.
   */
  runs(ownTool: string): boolean {
    return this.#served === undefined || this.hook.tools.get(ownTool)?.tool.content !== true;
  }

  /** Identifies a tool by its name on the host. */
  identify(name: string): ToolIdentity {
    const ownTool = this.#served === undefined ? this.#called(name) : this.#served.get(name);
    return ownTool === undefined ? { kind: kindOf(name) } : { kind: "plugin", ownTool };
  }

  /** Adds the hook's own tools to the answer to `before_llm`. If it is then too large, it is sent without them. */
  offered(raw: Raw, result: Raw, plain: Answer): Answer {
    this.#learn(raw);
    if (!this.#offer) return plain;
    if (result.action !== "continue" && result.action !== "modify") return plain;
    const request = (result.request ?? raw) as Raw;
    const withTools = this.#added(request);
    if (withTools === request) return plain;
    return {
      result: { action: "modify", request: withTools },
      fallback: () => {
        this.hook.log.warn("the request is too large with this hook's tools; they are left out");
        return plain;
      },
    };
  }

  /** Adds the hook's own tools that are missing to a request. Returns the same request if there is nothing to add. */
  #added(request: Raw): Raw {
    // The host wants a final answer and left the tools out on purpose.
    if (request.graceful_terminal === true) return request;
    const tools = (request.tools ?? []) as readonly Raw[];
    const names = new Set(tools.map(toolName));
    const missing = [...this.hook.tools.values()].filter(
      ({ spec }) => !names.has(spec.name) && !this.#hosts.has(spec.name),
    );
    return missing.length === 0
      ? request
      : { ...request, tools: [...tools, ...missing.map(({ spec }) => toolSpec.encode(spec))] };
  }

  /** Returns the hook's own tool with this name, or `undefined` if there is none or the host also has one. */
  #called(name: string): string | undefined {
    return this.hook.tools.has(name) && !this.#hosts.has(name) ? name : undefined;
  }

  #learn(raw: Raw): void {
    if (this.hook.tools.size === 0 || this.#served !== undefined) return;
    for (const name of ((raw.tools ?? []) as readonly Raw[]).map(toolName)) {
      if (this.#called(name) === undefined) continue;
      this.#hosts.add(name);
      this.hook.log.warn(`the host has its own tool "${name}": this hook's tool is not offered or answered`);
    }
  }
}

function servedNames(server: string, hook: PreparedHook): Map<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const tool of hook.tools.keys()) {
    const name = mcpToolName(server, tool);
    if (names.has(name))
      hook.log.warn(`picoclaw gives two of this hook's tools the name "${name}": rename one of them`);
    names.set(name, names.has(name) ? undefined : tool);
  }
  return names;
}
