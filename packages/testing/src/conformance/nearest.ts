/** The candidate that shares most pairs of letters with a word (Dice's coefficient). */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const score = (candidate: string) => {
    const theirs = pairs(candidate);
    const shared = pairs(word).filter((pair) => theirs.includes(pair)).length;
    return (2 * shared) / (word.length + candidate.length);
  };
  return [...candidates].sort((a, b) => score(b) - score(a))[0];
}

function pairs(word: string): readonly string[] {
  return Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2));
}
