import type { RequestedCall } from "../hook/message.js";
import { type Field, flatten, nest, type Raw } from "./fields.js";

const FUNCTION: readonly Field[] = [
  { sdkName: "name", hostName: "name" },
  { sdkName: "arguments", hostName: "arguments" },
];
const ID: readonly Field[] = [{ sdkName: "id", hostName: "id", defaultValue: "" }];

/** `{ id, type, function: { name, arguments } }`, the format of chat APIs, <-> `{ id, name, arguments }`. */
export const requestedCall = {
  decode: (raw: Raw) => flatten<RequestedCall>(raw, ID, FUNCTION),
  encode: (call: RequestedCall) => nest(call, ID, FUNCTION),
};
