/**
 * The test of Mann and Whitney, two-sided, by its normal approximation: the probability that two samples of one
 * distribution differ as much as these. For more than twenty values each.
 */
export function rankTest(one: readonly number[], other: readonly number[]): number {
  const ranked = [
    ...one.map(value => ({ value, isOne: true })),
    ...other.map(value => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < ranked.length; ) {
    let to = from
    while (ranked[to]?.value === ranked[from]?.value) to++
    // Equal values share the mean of their ranks.
    const rank = (from + 1 + to) / 2
    for (let at = from; at < to; at++) if (ranked[at]?.isOne) rankSum += rank
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const [n, m] = [one.length, other.length]
  const all = n + m
  const u = rankSum - (n * (n + 1)) / 2
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)))
  const z = variance === 0 ? 0 : (Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance)
  return Math.min(1, 2 * upperTail(Math.max(0, z)))
}

/** The part of a normal distribution above `z` (Abramowitz and Stegun 26.2.17, right to seven digits). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = terms.reduceRight((rest, term) => (rest + term) * t, 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
