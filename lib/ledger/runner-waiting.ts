import 'server-only'
import { findOpenRegistration } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { findEnvironment, updateEnvironment, waitAtLeast } from '@/lib/store/ledger-environments'
import { noteSlow, type RunRow } from '@/lib/store/runs'
import type { Classified } from './classify'
import { iso, type Ports, SLOW_MS } from './runner-ports'

/** Why a run that goes on sends nothing just now. */
export type Waiting =
  /** The service asked for it. `asked` may be later than `until`, when it is asked again. ISO 8601. */
  | { readonly kind: 'asked'; readonly until: string; readonly asked: string }
  /** Another draft is being registered in the same environment. */
  | { readonly kind: 'turn' }
  /** A request is under way for so many seconds, and is given up after `of`. */
  | { readonly kind: 'response'; readonly seconds: number; readonly of: number }

/** What a run waits for; undefined when it does not, or not long enough to be told. @param now milliseconds */
export async function waitingOf(handle: Handle, run: RunRow, now: number): Promise<Waiting | undefined> {
  if (run.state !== 'running') return undefined
  const open = run.kind === 'register' ? await findOpenRegistration(handle, run.id) : slowCheck(run)
  if (open) return unanswered(open, now)
  const environment = await findEnvironment(handle, run.env_id)
  const { not_before: until, asked_until: asked, lease_run: holder } = environment ?? {}
  if (until && asked && Date.parse(until) > now) return { kind: 'asked', until, asked }
  const isOthers = run.kind === 'register' && holder !== null && holder !== undefined && holder !== run.id
  return isOthers ? { kind: 'turn' } : undefined
}

/** A request that is under way, ISO 8601. */
interface Open {
  readonly since: string
  readonly until: string
}

const slowCheck = ({ slow_since: since, slow_until: until }: RunRow): Open | undefined =>
  since !== null && until !== null ? { since, until } : undefined

function unanswered({ since, until }: Open, now: number): Waiting | undefined {
  const waited = now - Date.parse(since)
  // What a process that died left behind is over.
  if (waited < SLOW_MS || Date.parse(until) < now) return undefined
  const of = Math.round((Date.parse(until) - Date.parse(since)) / 1000)
  return { kind: 'response', seconds: Math.floor(waited / 1000), of }
}

/** Notes for how long a service asked to be left alone. */
export const noteAskedWait = (
  handle: Handle,
  envId: string,
  { waitMs = 0, askedMs = 0 }: Pick<Classified, 'waitMs' | 'askedMs'>,
  now: number,
): Promise<void> =>
  updateEnvironment(handle, envId, { not_before: iso(now + waitMs), asked_until: iso(now + askedMs) })

/** Has an environment be left alone for a moment, of our own accord: after a request that could not be sent. */
export const noteOwnWait = (handle: Handle, envId: string, wait: number, now: number): Promise<void> =>
  waitAtLeast(handle, envId, iso(now + wait))

/** Waits for a check request, and has the run say so once that takes long. Nothing depends on what is noted. */
export async function whileWaiting<T>(
  { database, limits, now, report }: Ports,
  runId: string,
  deadlineMs: number,
  sending: Promise<T>,
): Promise<T> {
  const since = now()
  const open = { since: iso(since), until: iso(since + deadlineMs) }
  let noting = Promise.resolve()
  const timer = setTimeout(() => {
    noting = noteSlow(database.kysely, runId, open).catch(report)
  }, limits.slowAfter)
  try {
    return await sending
  } finally {
    clearTimeout(timer)
    await noting
    if (now() - since >= limits.slowAfter)
      await noteSlow(database.kysely, runId, undefined, open.since).catch(report)
  }
}
