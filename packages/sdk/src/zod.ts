/**
 * zod 4, as one file. A hook that imports it from here starts faster than with the package, which has over a hundred files.
 * For what this leaves out, import from zod.
 *
 * @example import { z } from "@agent-hook/sdk/zod";
 */
export * from "zod";
export * as z from "./zod.js";
export { compile, core, fromJSONSchema, locales, regexes, util, withParser } from "./zod-left-out.js";
