// The names of everything that a case can draw.
export { DECISIONS } from "./deciding.mjs";
export { PATCHES } from "./patching.mjs";
export { FLOODS } from "./pipes.mjs";
export { PRINTERS } from "./printing.mjs";
export { TEXTS } from "./texts.mjs";
export { THROWN } from "./throwing.mjs";
