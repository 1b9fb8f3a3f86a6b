// Names the events in EVENTS.
import { defineHook, serve } from "@agent-hook/sdk";

const onEvent = Object.fromEntries(process.env.EVENTS.split(",").map((kind) => [kind, () => {}]));
await serve(defineHook({ name: "names-events", afterTool: () => {}, onEvent }));
