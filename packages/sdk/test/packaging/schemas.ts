import { commandHosts, commandSchemaFiles, schemaFiles } from "../../../../scripts/generate-schemas.js";

/** The JSON Schemas in the tarball of `@agent-hook/picoclaw`. */
export const PROTOCOL_SCHEMAS = [...schemaFiles().keys()].map((file) => `schemas/${file}`).sort();

/** The JSON Schemas in the tarball of the SDK. */
export const SDK_SCHEMAS = Object.entries(commandHosts)
  .flatMap(([host, schemas]) => [...commandSchemaFiles(schemas).keys()].map((file) => `schemas/${host}/${file}`))
  .sort();
