import { isObject } from "../../host-config/json-objects.js";

/** Parses the JSON object that a hook printed. Returns `undefined` for any other output. */
export function answered(stdout = ""): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
