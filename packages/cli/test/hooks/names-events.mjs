// Names the events in EVENTS. With session.start, which PicoClaw does not send, it also looks at results.
import { defineHook, serve } from "@agent-hook/sdk";

const kinds = (process.env.EVENTS ?? "prompt,tool.end").split(",");

await serve(
  defineHook({
    name: "names-events",
    onEvent: Object.fromEntries(kinds.map((kind) => [kind, () => {}])),
    ...(kinds.includes("session.start") ? { afterTool: () => {} } : {}),
  }),
);
