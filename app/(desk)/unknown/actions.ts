'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as unconfirmed from '@/lib/desk/unconfirmed/resolve'
import type { Result } from '@/lib/desk-api/result'
import {
  alarmSchema,
  refusalSchema,
  releaseSchema,
  resolveOrderSchema,
  resolveRequestSchema,
} from '@/lib/desk-api/runs/unconfirmed'

/** Renders everything that counts unknown orders again. */
function refreshed<T>(result: Result<T>): Result<T> {
  revalidatePath('/', 'layout')
  return result
}

/** Resolves one order. Its page is not rendered again: rows stay where they are, so that no click meets another one. */
export const resolveOrder = action({ role: 'registrar', input: resolveOrderSchema }, (input, { id }) =>
  unconfirmed.resolveOrder(input, id),
)

export const resolveRequest = action(
  { role: 'registrar', input: resolveRequestSchema },
  async (input, { id }) => refreshed(await unconfirmed.resolveRequest(input, id)),
)

export const confirmRefusal = action({ role: 'registrar', input: refusalSchema }, async (input, { id }) =>
  refreshed(await unconfirmed.confirmRefusal(input.attemptId, id)),
)

export const acknowledgeAlarm = action(
  { role: 'registrar', input: alarmSchema },
  async ({ alarmId }, { id }) => refreshed(await unconfirmed.acknowledgeAlarm(alarmId, id)),
)

export const release = action({ role: 'administrator', input: releaseSchema }, async (input, { id }) =>
  refreshed(await unconfirmed.releaseNumber(input, id)),
)
