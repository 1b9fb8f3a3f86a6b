import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const docs = `${root}docs`;
// Everything that the site generates is below `dist`, which git and `npm start` ignore.
export const dist = `${root}site/dist`;
/** The pages that VitePress reads: those of `docs`, and the reference. */
export const staged = `${dist}/pages`;
/** The built site. */
export const html = `${dist}/html`;
export const screenshots = `${dist}/screenshots`;
