// Fails closed and denies every shell, whatever the host calls it.
import { approve, defineHook, reject, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "no-shell",
    onFailure: "block",
    approveTool: ({ kind }) => (kind === "shell" ? reject(process.env.NO_SHELL ?? "no shell") : approve()),
  }),
);
