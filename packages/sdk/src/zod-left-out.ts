/** What schemas do not need. It is larger than the rest: messages in fifty languages, and what compiles schemas. */
export const compile = undefined;
export const core = undefined;
export const fromJSONSchema = undefined;
export const locales = undefined;
export const regexes = undefined;
export const util = undefined;
export const withParser = undefined;
