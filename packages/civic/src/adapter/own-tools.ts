import type { CivicInput } from "@agent-hook/sdk/civic";
import { type ListedTool, type PreparedHook, toolList } from "@agent-hook/sdk/internal/adapter";
import type { PortableStep } from "./portable-step.js";

type ListInput = CivicInput<"processListToolsResult">;
type InitializeInput = CivicInput<"processInitializeResult">;

/** Lists the hook's own tools in addition to the server's. */
export class OwnTools {
  readonly #tools: readonly ListedTool[];
  readonly #warned = new Set<string>();

  constructor(private readonly hook: PreparedHook) {
    this.#tools = toolList(hook);
  }

  /**
   * Adds the hook's tools to the first page of a list. A server's tool with the same name is dropped, since it would
   * never be called.
   */
  withTools(input: ListInput): ListInput {
    if (this.#tools.length === 0) return input;
    const { response, originalRequest } = input;
    const serverTools = (Array.isArray(response.tools) ? response.tools : []).filter((tool) => !this.#isOurs(tool));
    const isFirst = originalRequest?.params?.cursor === undefined;
    return { ...input, response: { ...response, tools: isFirst ? [...serverTools, ...this.#tools] : serverTools } };
  }

  /** Lists only the hook's own tools if the server does not support `tools/list`, because it has no tools itself. */
  onlyOwnTools(input: CivicInput<"processListToolsError">): PortableStep<object> {
    const { code, message } = input.error;
    const unknown = code === METHOD_NOT_FOUND || message.startsWith(`MCP error ${METHOD_NOT_FOUND}`);
    if (this.#tools.length === 0 || !unknown) return { input };
    return { input, answer: { resultType: "respond", response: { tools: this.#tools } } };
  }

  /** Declares the tools capability: clients list tools only if the server declares it. */
  withCapability(input: InitializeInput): InitializeInput {
    const { response } = input;
    const capabilities = Object(response.capabilities) as Readonly<Record<string, unknown>>;
    if (this.#tools.length === 0 || capabilities.tools !== undefined) return input;
    return { ...input, response: { ...response, capabilities: { ...capabilities, tools: {} } } };
  }

  #isOurs(tool: unknown): boolean {
    const { name } = Object(tool) as { readonly name?: unknown };
    if (typeof name !== "string" || !this.hook.tools.has(name)) return false;
    if (!this.#warned.has(name)) {
      this.#warned.add(name);
      this.hook.log.warn(`the server also has a tool "${name}": the hook's own tool is listed and answers`);
    }
    return true;
  }
}

const METHOD_NOT_FOUND = -32601;
