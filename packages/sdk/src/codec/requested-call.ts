import type { RequestedCall } from "../hook/message.js";
import { type Field, flatten, nest, type Raw } from "./fields.js";

const FUNCTION: readonly Field[] = [
  { ours: "name", theirs: "name" },
  { ours: "arguments", theirs: "arguments" },
];
const ID: readonly Field[] = [{ ours: "id", theirs: "id", absent: "" }];

/** `{ id, type, function: { name, arguments } }`, the format of chat APIs, <-> `{ id, name, arguments }`. */
export const requestedCall = {
  decode: (raw: Raw) => flatten<RequestedCall>(raw, ID, FUNCTION),
  encode: (call: RequestedCall) => nest(call, ID, FUNCTION),
};
