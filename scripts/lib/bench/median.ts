/** The middle one of some figures, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** The median of the ratios of each round: both sides of a round share the load of the machine. */
export function medianRatio(ours: readonly number[], limit: readonly number[]): number {
  return median(ours.map((figure, round) => figure / (limit[round] ?? Number.NaN)))
}
