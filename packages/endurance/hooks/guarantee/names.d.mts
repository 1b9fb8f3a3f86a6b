export const DECISIONS: readonly string[];
export const FLOODS: readonly string[];
export const PATCHES: readonly string[];
export const PRINTERS: readonly string[];
export const TEXTS: readonly string[];
export const THROWN: readonly string[];
