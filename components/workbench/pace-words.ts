/** What is left of a run, as roughly as one says it. */
export interface Pace {
  readonly unit: 'moments' | 'seconds' | 'minutes' | 'hours'
  readonly count: number
}

/** Seconds as a person says them: five at a time, then minutes, then hours. */
export function paceOf(seconds: number | undefined): Pace | undefined {
  if (seconds === undefined) return undefined
  if (seconds < 5) return { unit: 'moments', count: 0 }
  if (seconds < 55) return { unit: 'seconds', count: Math.ceil(seconds / 5) * 5 }
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) }
  return { unit: 'hours', count: Math.round(seconds / 3600) }
}
