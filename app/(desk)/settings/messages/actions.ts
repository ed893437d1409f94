'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as messages from '@/lib/desk/connections/api-messages'
import { explainSchema, importExplanationsSchema } from '@/lib/desk-api/connections/api-messages'
import type { Result } from '@/lib/desk-api/result'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/messages', result)

export const explainMessage = action({ role: 'editor', input: explainSchema }, async (input, { id }) =>
  refreshed(await messages.explainMessage(input, id)),
)

export const importExplanations = action(
  { role: 'editor', input: importExplanationsSchema },
  async (input, { id }) => refreshed(await messages.importExplanations(input, id)),
)
