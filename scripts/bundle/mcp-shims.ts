// Replaces `@modelcontextprotocol/server/_shims`, which bundles 290 kB of Ajv. A hook checks arguments and outputs with
// its tools' own schemas, and sends an MCP client no request that needs a validator.
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("JSON Schema is not checked here");
  }
}
