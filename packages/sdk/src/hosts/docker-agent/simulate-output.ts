import { type GoStruct, type GoType, readAsGo, writeAsGo } from "./go-json.js";

/** A hook's output as the host reads it. Nil and empty fields may be `undefined`. */
export interface HookOutput {
  readonly continue?: boolean;
  readonly stop_reason?: string;
  readonly system_message?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly hook_specific_output?: {
    readonly permission_decision?: string;
    readonly permission_decision_reason?: string;
    readonly updated_input?: Readonly<Record<string, unknown>>;
    readonly additional_context?: string;
    readonly summary?: string;
    readonly updated_messages?: readonly unknown[];
    readonly updated_tool_response?: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly instruction_context?: readonly unknown[];
  };
}

/**
 * Reads output that is exactly one object. For any other output, returns `undefined`: the host treats it as plain text.
 */
export function readOutput(stdout: string, version: string): HookOutput | undefined {
  const text = trimmed(stdout);
  return text.startsWith("{") ? readAsGo(text, output(version)) : undefined;
}

/** Removes the white space that Go's strings.TrimSpace removes, which does not include a byte order mark. */
export function trimmed(text: string): string {
  return text.replace(LEADING_SPACE, "").replace(TRAILING_SPACE, "");
}

const SPACE = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const LEADING_SPACE = new RegExp(`^${SPACE}+`);
const TRAILING_SPACE = new RegExp(`${SPACE}+$`);

/** Returns messages as the host keeps them: without fields that it does not know. */
export function keptMessages(messages: readonly unknown[]): readonly MessageOfHost[] {
  return writeAsGo({ sliceOf: message }, messages) as readonly MessageOfHost[];
}

export function keptInstructions(instructions: readonly unknown[]): readonly InstructionContext[] {
  return writeAsGo({ sliceOf: instruction }, instructions) as readonly InstructionContext[];
}

/** A chat message of docker-agent. */
export interface MessageOfHost {
  readonly role: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Context with its own key, which a later turn can change or remove. */
export interface InstructionContext {
  readonly key: string;
  readonly content?: string;
  readonly removed?: boolean;
  readonly unavailable?: boolean;
  readonly set_marker?: boolean;
  readonly [field: string]: unknown;
}

function output(version: string): GoStruct {
  const specific: Record<string, GoType> = {
    hook_event_name: "string",
    permission_decision: "string",
    permission_decision_reason: "string",
    updated_input: { mapOf: "any" },
    additional_context: "string",
    summary: "string",
    updated_messages: { sliceOf: message },
    updated_tool_response: { pointerTo: "string" },
    ...(version === "v1.58.0" ? {} : { metadata: { mapOf: "string" }, instruction_context: { sliceOf: instruction } }),
  };
  return {
    fields: {
      continue: { pointerTo: "bool" },
      stop_reason: "string",
      suppress_output: "bool",
      system_message: "string",
      decision: "string",
      reason: "string",
      hook_specific_output: { pointerTo: { fields: specific } },
    },
  };
}

const instruction: GoStruct = {
  fields: {
    key: "string",
    group: "string",
    label: "string",
    content: "string",
    changed_content: "string",
    removed_content: "string",
    removed: "bool",
    unavailable: "bool",
    complete_group: "bool",
    set_marker: "bool",
  },
  always: ["key"],
};

const part: GoStruct = {
  fields: {
    type: "string",
    text: "string",
    image_url: { pointerTo: { fields: { url: "string", detail: "string" } } },
    file: { pointerTo: { fields: { path: "string", file_id: "string", mime_type: "string" } } },
    document: {
      pointerTo: {
        fields: {
          name: "string",
          mime_type: "string",
          size: "integer",
          source: { fields: { inline_text: "string", inline_data: "bytes" } },
        },
        always: ["name", "mime_type", "source"],
      },
    },
  },
};

const functionCall: GoStruct = { fields: { name: "string", arguments: "string" } };

const toolDefinition: GoStruct = {
  fields: {
    name: "string",
    category: "string",
    description: "string",
    parameters: "any",
    annotations: {
      fields: {
        destructiveHint: { pointerTo: "bool" },
        idempotentHint: "bool",
        openWorldHint: { pointerTo: "bool" },
        readOnlyHint: "bool",
        title: "string",
      },
    },
    outputSchema: "any",
  },
  always: ["name", "category", "parameters", "annotations", "outputSchema"],
};

const message: GoStruct = {
  fields: {
    role: "string",
    content: "string",
    multi_content: { sliceOf: part },
    reasoning_content: "string",
    thinking_signature: "string",
    thought_signature: "bytes",
    function_call: { pointerTo: functionCall },
    tool_calls: {
      sliceOf: {
        fields: { id: "string", type: "string", function: functionCall },
        always: ["type", "function"],
      },
    },
    tool_definitions: { sliceOf: toolDefinition },
    tool_call_id: "string",
    is_error: "bool",
    created_at: "string",
    usage: {
      pointerTo: {
        fields: {
          input_tokens: "integer",
          output_tokens: "integer",
          cached_input_tokens: "integer",
          cached_write_tokens: "integer",
          reasoning_tokens: "integer",
        },
        always: ["input_tokens", "output_tokens", "cached_input_tokens", "cached_write_tokens"],
      },
    },
    model: "string",
    cost: "float",
    finish_reason: "string",
    cache_control: "bool",
  },
  always: ["role", "content"],
};
