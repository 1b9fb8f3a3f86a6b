// In place of `@modelcontextprotocol/server/_shims`, which brings Ajv, 290 kB of it: a hook lets its tools' own schemas
// check arguments and outputs, and asks an MCP client nothing that would need a validator.
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("JSON Schema is not checked here");
  }
}
