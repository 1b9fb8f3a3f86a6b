import { objectOf } from "../../codec/fields.js";
import type { Message } from "../../hook/message.js";

/** Maps Gemini CLI's messages, which have a role and a text. */
export const message = objectOf<Message>([
  {
    ours: "role",
    theirs: "role",
    decode: (role: string) => (role === "model" ? "assistant" : role),
    encode: (role: string) => (role === "assistant" ? "model" : role),
  },
  { ours: "content", theirs: "content" },
]);
