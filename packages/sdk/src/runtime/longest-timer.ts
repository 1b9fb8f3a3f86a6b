/** In milliseconds. In Node, a longer timer fires immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
