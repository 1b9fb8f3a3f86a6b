/** Kept in step with package.json by a test. */
export const SDK = { name: "@agent-hook/sdk", version: "0.1.0" } as const;
