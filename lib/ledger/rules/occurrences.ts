/** How often each text occurs. */
export function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Texts that occur more than once. */
export const repeated = (counts: ReadonlyMap<string, number>) =>
  [...counts].filter(([, count]) => count > 1).map(([text]) => text)
