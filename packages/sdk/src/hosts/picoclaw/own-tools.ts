import type { Raw } from "../../codec/fields.js";
import { type Respond, respond } from "../../hook/decisions.js";
import type { Failure } from "../../runtime/failure.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import { logFailure } from "../../runtime/log.js";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import type { Answer } from "../../wire/index.js";
import { toolName, toolSpec } from "./messages.js";
import { supportOf } from "./support.js";
import { kindOf } from "./tool-kinds.js";

/** The tools that the hook brings, as PicoClaw sees them. */
export class OwnTools {
  /** Names of ours that the host has tools of; from then on they are the host's. */
  readonly #hosts = new Set<string>();
  readonly #offer: boolean;

  constructor(
    private readonly hook: PreparedHook,
    version: string | undefined,
  ) {
    // Where the version is unknown, tools are tried: an old host takes them, a new one only logs a warning.
    this.#offer = hook.tools.size > 0 && (version === undefined || supportOf("tools", "offer", version) !== "no");
    if (hook.tools.size > 0 && !this.#offer) {
      hook.log.warn(
        `picoclaw ${version} takes tool definitions from MCP servers alone: the model will not know this hook's tools`,
      );
    }
  }

  /** The own tool that the host calls by this name, if it is one. */
  called(name: string): string | undefined {
    return this.hook.tools.has(name) && !this.#hosts.has(name) ? name : undefined;
  }

  /** What the host's name of a tool says. */
  identify(name: string): ToolIdentity {
    const ownTool = this.called(name);
    return ownTool === undefined ? { kind: kindOf(name) } : { kind: "plugin", ownTool };
  }

  /** The answer of `before_llm` with the own tools added. One that does not fit the wire goes out without them. */
  offered(raw: Raw, result: Raw, plain: Answer): Answer {
    if (!this.#offer) return plain;
    this.#learn(raw);
    if (result.action !== "continue" && result.action !== "modify") return plain;
    const request = (result.request ?? raw) as Raw;
    const withTools = this.#added(request);
    if (withTools === request) return plain;
    return {
      result: { action: "modify", request: withTools },
      instead: () => {
        this.hook.log.warn("the request with this hook's tools does not fit the wire; they are left out");
        return plain;
      },
    };
  }

  /** The result in place of a tool's that does not fit the wire. */
  misfit(name: string, failure: Failure): Respond {
    logFailure(this.hook.log, failure, "the model was told that the tool failed");
    const what = failure.kind === "too large" ? "is too large" : "cannot be sent";
    return respond({ forLlm: `The result of the tool ${name} ${what} (id ${failure.id}).`, isError: true });
  }

  /** A request with the missing own tools; the same one if there is nothing to add. */
  #added(request: Raw): Raw {
    // The host wants a last answer and left the tools out on purpose.
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

  #learn(raw: Raw): void {
    for (const name of ((raw.tools ?? []) as readonly Raw[]).map(toolName)) {
      if (this.called(name) === undefined) continue;
      this.#hosts.add(name);
      this.hook.log.warn(`the host has a tool "${name}" of its own: this hook's is not offered and not answered`);
    }
  }
}
