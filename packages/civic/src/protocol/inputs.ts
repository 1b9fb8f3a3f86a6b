import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import { describeIssues } from "@agent-hook/sdk/internal/text";
import * as z from "zod/mini";
import { METHODS } from "./methods.js";

const message = z.looseObject({
  method: z.string(),
  params: z.optional(z.looseObject({})),
});
const toolCall = z.looseObject({
  method: z.literal("tools/call"),
  params: z.looseObject({ name: z.string(), arguments: z.optional(z.looseObject({})) }),
});
const extra = z.optional(z.looseObject({}));
/** The code is optional: the stock client loses the code of an error that came from a server (observed). */
const error = z.looseObject({ message: z.string() });
const result = z.looseObject({});
const toolResult = z.looseObject({
  content: z.optional(z.array(z.looseObject({ type: z.string() }))),
  structuredContent: z.optional(z.looseObject({})),
  isError: z.optional(z.boolean()),
});

/** Describes what is wrong with the input of a method, or returns `undefined` if a hook can be called with it. */
export function inputProblem(method: MethodName, input: unknown): string | undefined {
  const result = schemaOf(method).safeParse(input);
  return result.success ? undefined : `${method}: ${describeIssues(result.error.issues, input)}`;
}

function schemaOf(method: MethodName): z.ZodMiniType {
  const known = schemas.get(method);
  if (known !== undefined) return known;
  const schema = make(method);
  schemas.set(method, schema);
  return schema;
}

const schemas = new Map<MethodName, z.ZodMiniType>();

function make(method: MethodName): z.ZodMiniType {
  const { family, phase, fields } = METHODS[method];
  const [first = "", original = "", itsExtra = ""] = fields;
  const request = family === "CallTool" ? toolCall : message;
  switch (phase) {
    case "request":
      return z.looseObject({ request, requestExtra: extra });
    case "result":
      return z.looseObject({
        [first]: family === "CallTool" ? toolResult : result,
        [original]: request,
        [itsExtra]: extra,
      });
    case "error":
      return z.looseObject({ [first]: error, [original]: request, [itsExtra]: extra });
    case "notification":
      return message;
    case "notification error":
      return z.looseObject({ [first]: error, [original]: message });
  }
}
