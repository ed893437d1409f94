/** The middle one of some figures; of an even number the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The median of the ratios of each round: both sides of a round share the load of the machine. */
export function medianRatio(ours: readonly number[], limit: readonly number[]): number {
  return median(ours.map((figure, round) => figure / (limit[round] ?? Number.NaN)))
}
