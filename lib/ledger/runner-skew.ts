import 'server-only'
import type { Evidence } from '@/lib/contract/evidence'
import type { Handle } from '@/lib/store/database'
import { ledgerEnvironment, updateEnvironment } from '@/lib/store/ledger-environments'

/** A Date header tells seconds and comes some time after it was written; less than this says nothing, in milliseconds. */
const NOISE_MS = 5_000

/** From here on a difference of clocks is worth telling: tokens and times of answers are then read wrongly. */
const TOLD_MS = 60_000

/** Remembers how far the clock of a service is from ours, by the Date header of its answer. */
export async function noteSkew(handle: Handle, envId: string, evidence: Evidence): Promise<void> {
  const theirs = Date.parse(evidence.headers.date ?? '')
  if (Number.isNaN(theirs)) return
  const skew = theirs - evidence.finishedAt
  const { skew: before } = await ledgerEnvironment(handle, envId)
  if (Math.abs(skew - (before ?? 0)) < NOISE_MS) return
  await updateEnvironment(handle, envId, { skew })
}

/** How far the clock of a service is ahead of ours, in milliseconds; undefined while that harms nobody. */
export async function toldSkew(handle: Handle, envId: string): Promise<number | undefined> {
  const { skew } = await ledgerEnvironment(handle, envId)
  return skew !== null && Math.abs(skew) >= TOLD_MS ? skew : undefined
}
