/** In milliseconds: a longer timer fires at once in Node. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
