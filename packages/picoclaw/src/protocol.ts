// PicoClaw's hook wire as data: a schema, a type and a JSON Schema for every message.
export * from "@agent-hook/sdk/internal/picoclaw";
