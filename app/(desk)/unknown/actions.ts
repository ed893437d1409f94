'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as unconfirmed from '@/lib/desk/unconfirmed/resolve'
import {
  alarmSchema,
  rejectionSchema,
  releaseSchema,
  resolveOrderSchema,
  resolveRequestSchema,
} from '@/lib/desk-api/runs/unconfirmed'

/** Resolves one order. Its page is not rendered again: rows stay where they are, so that no click meets another one. */
export const resolveOrder = action({ role: 'registrar', input: resolveOrderSchema }, (input, { id }) =>
  unconfirmed.resolveOrder(input, id),
)

export const resolveRequest = action(
  { role: 'registrar', input: resolveRequestSchema },
  async (input, { id }) => refreshPages(unconfirmed.resolveRequest(input, id)),
)

export const confirmRejection = action({ role: 'registrar', input: rejectionSchema }, async (input, { id }) =>
  refreshPages(unconfirmed.confirmRejection(input.attemptId, id)),
)

export const acknowledgeAlarm = action(
  { role: 'registrar', input: alarmSchema },
  async ({ alarmId }, { id }) => refreshPages(unconfirmed.acknowledgeAlarm(alarmId, id)),
)

export const releaseNumber = action({ role: 'administrator', input: releaseSchema }, async (input, { id }) =>
  refreshPages(unconfirmed.releaseNumber(input, id)),
)
