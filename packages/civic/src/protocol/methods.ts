import { FAMILIES, type Family, type MethodName } from "@agent-hook/sdk/internal/adapter";

/** When a method is called: for a request, its result, its error, a notification, or an error of a notification. */
export type Phase = "request" | "result" | "error" | "notification" | "notification error";

/** A method of a hook, as it appears on the wire. */
export interface Method {
  readonly family: Family | "Notification" | "TargetNotification";
  readonly phase: Phase;
  /** The fields of the input, in the order of the method's parameters. If empty, the input is the only parameter. */
  readonly fields: readonly string[];
}

/** The methods that have another name for the field `originalRequest`: only those of a tool call (observed). */
const ORIGINALS: Readonly<Record<string, string>> = {
  processCallToolResult: "originalCallToolRequest",
  processCallToolError: "originalToolCall",
};

/** All hook methods of @civic/hook-common 0.9.0. */
export const METHODS = {
  ...Object.fromEntries(FAMILIES.flatMap(methodsOf)),
  ...Object.fromEntries((["Notification", "TargetNotification"] as const).flatMap(notificationMethodsOf)),
} as Readonly<Record<MethodName, Method>>;

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

function methodsOf(family: Family): [string, Method][] {
  const original = (name: string) => ORIGINALS[name] ?? "originalRequest";
  const result = `process${family}Result`;
  const error = `process${family}Error`;
  return [
    [`process${family}Request`, { family, phase: "request", fields: ["request", "requestExtra"] }],
    [result, { family, phase: "result", fields: ["response", original(result), "originalRequestExtra"] }],
    [error, { family, phase: "error", fields: ["error", original(error), "originalRequestExtra"] }],
  ];
}

function notificationMethodsOf(family: "Notification" | "TargetNotification"): [string, Method][] {
  return [
    [`process${family}`, { family, phase: "notification", fields: [] }],
    [`process${family}Error`, { family, phase: "notification error", fields: ["error", "originalNotification"] }],
  ];
}
