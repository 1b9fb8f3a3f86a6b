type Sample = Record<string, unknown>;

/** How deep a schema is read: it can contain itself. */
const DEPTH = 5;

/**
 * Returns arguments with the names that a schema has: a JSON Schema, one of the AI SDK, or one of Zod. Anything else is
 * read as a schema without names.
 */
export function sampleArguments(schema: unknown, depth = DEPTH): Sample {
  if (typeof schema !== "object" || schema === null || depth === 0) return {};
  const { jsonSchema, properties, shape, items, element, anyOf, oneOf, allOf, options, def } = schema as Sample;
  const { innerType } = Object(def) as Sample;
  const inner = [jsonSchema, items, element, innerType, anyOf, oneOf, allOf, options].flat();
  const named = Object.entries(Object(properties ?? shape) as Sample);
  return Object.assign(
    {},
    ...inner.map((one) => sampleArguments(one, depth - 1)),
    Object.fromEntries(named.map(([name, value]) => [name, sampleArguments(value, depth - 1)])),
  );
}
