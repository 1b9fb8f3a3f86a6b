import { FAMILIES, type Family, type MethodName } from "@agent-hook/sdk/internal/adapter";
import type { z } from "zod";
import * as results from "./hook-results.js";

type Named = Exclude<Family, "Other" | "Target">;
const byName = { ...results };

type Schemas = Readonly<Record<MethodName, z.ZodType>>;

/**
 * The answers that each method may give over the wire. `continueAsync` contains a function: it works only in process.
 */
export const answerSchemas: Schemas = {
  ...(Object.fromEntries(FAMILIES.filter(isNamed).flatMap(schemasOf)) as Schemas),
  processOtherRequest: results.RequestHookResultSchema,
  processOtherResult: results.ResponseHookResultSchema,
  processOtherError: results.OtherErrorHookResultSchema,
  processTargetRequest: results.RequestHookResultSchema,
  processTargetResult: results.ResponseHookResultSchema,
  processTargetError: results.TargetErrorHookResultSchema,
  processNotification: results.NotificationHookResultSchema,
  processNotificationError: results.NotificationErrorHookResultSchema,
  processTargetNotification: results.NotificationHookResultSchema,
  processTargetNotificationError: results.TargetNotificationErrorHookResultSchema,
};

function isNamed(family: Family): family is Named {
  return family !== "Other" && family !== "Target";
}

function schemasOf(family: Named): [MethodName, z.ZodType][] {
  return [
    [`process${family}Request`, byName[`${family}RequestHookResultSchema`]],
    [`process${family}Result`, byName[`${family}ResponseHookResultSchema`]],
    [`process${family}Error`, byName[`${family}ErrorHookResultSchema`]],
  ];
}
