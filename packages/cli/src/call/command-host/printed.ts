import { isObject } from "../../host-config/json-objects.js";

/** The one object that a hook printed; nothing for anything else. */
export function answered(stdout = ""): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
