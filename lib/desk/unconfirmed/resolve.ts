import 'server-only'
import type * as z from 'zod'
import { environmentKind } from '@/lib/desk-api/environment-id'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type {
  applySchema,
  DryRunView,
  pasteSchema,
  releaseSchema,
  resolveOrderSchema,
  resolveRequestSchema,
} from '@/lib/desk-api/runs/unconfirmed'
import * as ledger from '@/lib/ledger/ledger'
import { countDenials } from '@/lib/ledger/rules/console-list-plan'
import { type Decision, isDenial } from '@/lib/ledger/rules/resolutions'
import { databaseTimeAt } from '@/lib/store/db/clock-offset'
import { database } from '@/lib/store/db/database'
import { acknowledgeAlarm as acknowledge } from '@/lib/store/ledger/alarms'
import { listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import { findUnknownRequest } from '@/lib/store/ledger/requests/unknown-requests'
import { sha256Hex } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { planPastedList } from './pasted-list'
import { resolvedSentence, unresolvedSentence } from './sentences'

const t = getTranslations('unknown')
const tPaste = getTranslations('unknown.paste')

// Each resolution returns the sentence about its result.

/** Resolves one unknown order as a person decided. */
export async function resolveOrder(
  { id, attemptId, resolution, orderId, note, typed }: z.output<typeof resolveOrderSchema>,
  operatorId: string,
): Promise<Result<string>> {
  if (isDenial(resolution) && typed !== '1') return fail('typed', t('problems.typed', { count: 1 }))
  const decision: Decision = { id, attemptId, resolution, ...(orderId && { orderId }) }
  const result = await ledger.resolveUnknown([decision], { operatorId, note }, Date.now())
  const [left] = result.unresolved
  return left ? fail(left.why, unresolvedSentence(left)) : ok(resolvedSentence(result))
}

/**
 * Resolves all unknown orders of a request; `typed` must be their current number. Orders that cannot be resolved stay
 * unknown: the result is `ok` if at least one was resolved.
 */
export async function resolveRequest(
  { request: key, resolution, note, typed }: z.output<typeof resolveRequestSchema>,
  operatorId: string,
): Promise<Result<string>> {
  const { kysely } = await database()
  const request = await findUnknownRequest(kysely, key)
  if (!request) return fail('gone', t('problems.gone'))
  const unknown = await listUnknownOrders(kysely, { ...request, request: key })
  // The operator confirmed the displayed count; if some orders were resolved meanwhile, the confirmation is invalid.
  if (typed !== String(unknown.length)) {
    return fail('typed', t('problems.typed', { count: unknown.length }))
  }
  const decisions = unknown.map(
    ({ id, current_attempt: attemptId }): Decision => ({ id, attemptId, resolution }),
  )
  const result = await ledger.resolveUnknown(decisions, { operatorId, note }, Date.now())
  const [left] = result.unresolved
  return left && result.unresolved.length === decisions.length
    ? fail(left.why, unresolvedSentence(left))
    : ok(resolvedSentence(result))
}

/** A person confirms that the response to a request means a rejection. */
export async function confirmRejection(attemptId: string, operatorId: string): Promise<Result<string>> {
  const confirmed = await ledger.confirmRejection(attemptId, operatorId)
  if (!confirmed.ok) return fail(confirmed.code, t('problems.gone'))
  return ok(t(`refused.${confirmed.state}`, { count: confirmed.count, status: confirmed.status }))
}

/** Notes that an operator has read an alarm, which is then no longer shown. */
export async function acknowledgeAlarm(alarmId: string, operatorId: string): Promise<Result<null>> {
  await acknowledge((await database()).kysely, alarmId, operatorId, new Date().toISOString())
  return ok(null)
}

/** Releases the number of an order that is registered or was given up. */
export async function releaseNumber(
  { id, reason }: z.output<typeof releaseSchema>,
  operatorId: string,
): Promise<Result<string>> {
  const isReleased = await ledger.releaseNumber(id, operatorId, reason)
  return isReleased ? ok(t('release.done')) : fail('changed', t('release.changed'))
}

async function compare(list: z.output<typeof pasteSchema>, now: number) {
  const open = await database()
  return planPastedList(open.longReads, list, await databaseTimeAt(open, now))
}

/** The dry run of a pasted list, which changes nothing. */
export async function previewList(list: z.output<typeof pasteSchema>): Promise<Result<DryRunView>> {
  const run = await compare(list, Date.now())
  if (!run) return fail('too_long', tPaste('tooLong'))
  if (run.lines === 0) return fail('empty', tPaste('empty'))
  const { reading: _, decisions, ...shown } = run
  return ok({ ...shown, decisions: decisions.length, denials: countDenials(run) })
}

/** Applies a dry run. If anything has changed since, the operator must review the list again. */
export async function applyList(
  list: z.output<typeof applySchema>,
  operatorId: string,
): Promise<Result<string>> {
  const now = Date.now()
  const run = await compare(list, now)
  if (run?.digest !== list.digest) return fail('changed', tPaste('changed'))
  const isProduction = environmentKind(list.envId) === 'production'
  const count = isProduction ? run.decisions.length : countDenials(run)
  if (count > 0 && list.typed !== String(count)) return fail('typed', tPaste('typedProblem', { count }))
  const evidence = JSON.stringify(run.reading.rows.map(row => [row.number, row.id ?? null])).toWellFormed()
  const sha256 = sha256Hex(list.text)
  const grounds = { operatorId, note: list.note, list: { evidence, sha256 } }
  return ok(resolvedSentence(await ledger.resolveUnknown(run.decisions, grounds, now)))
}
