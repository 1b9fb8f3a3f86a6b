/** A test keeps the version in sync with package.json. */
export const SDK = { name: "@agent-hook/sdk", version: "0.0.0" } as const;
