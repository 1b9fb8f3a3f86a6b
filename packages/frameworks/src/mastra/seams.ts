import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { RequestContext } from "@mastra/core/request-context";

/** A model as Mastra calls it: each of its methods returns a stream. */
export interface Model {
  readonly specificationVersion: string;
  readonly modelId: string;
  doGenerate(options: LanguageModelV4CallOptions): Promise<Reply>;
  doStream(options: LanguageModelV4CallOptions): Promise<Reply>;
}

export interface Reply {
  readonly stream: ReadableStream<LanguageModelV4StreamPart>;
}

/** What Mastra passes to a tool. */
export interface CallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal;
  readonly suspend?: (payload: unknown, options?: SuspendOptions) => Promise<unknown>;
}

interface SuspendOptions {
  /** The call that a person is asked about. */
  readonly requireToolApproval?: { readonly toolName: string; readonly args: unknown };
}

/** A tool of any source, as Mastra runs it. */
export interface AnyTool {
  /** The schema of the arguments. */
  readonly parameters?: unknown;
  readonly execute?: (input: unknown, options: CallOptions) => Promise<unknown>;
  readonly toModelOutput?: (output: unknown) => unknown;
  /** Whether the tool may be suspended. */
  readonly hasSuspendSchema?: boolean;
}

/** The run for which Mastra prepares tools. */
export interface Preparation {
  readonly threadId?: string;
  readonly requestContext?: RequestContext;
}

/**
 * The methods of an agent through which all of its tools and models pass. Its public hooks and processors can change no
 * arguments, and the options of a run replace them.
 */
export interface Seams {
  convertTools(preparation: Preparation): Promise<Record<string, AnyTool>>;
  resolveModelConfig(...config: unknown[]): Promise<Model>;
  __fork(): unknown;
}

/** Throws if the agent is not one of a version of Mastra that has these methods. */
export function seamsOf(agent: object): Seams {
  const seams = agent as Partial<Seams>;
  for (const name of ["convertTools", "resolveModelConfig", "__fork"] as const) {
    if (typeof seams[name] === "function") continue;
    throw new TypeError(`expected an Agent of @mastra/core 1.71 with the method ${name}: install that version`);
  }
  return seams as Seams;
}
