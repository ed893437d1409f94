'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as unconfirmed from '@/lib/desk/unconfirmed/resolve'
import { applySchema, pasteSchema } from '@/lib/desk-api/runs/unconfirmed'

export const lookAtList = action({ role: 'registrar', input: pasteSchema }, list =>
  unconfirmed.previewList(list),
)

export const applyList = action({ role: 'registrar', input: applySchema }, async (list, { id }) => {
  const result = await unconfirmed.applyList(list, id)
  revalidatePath('/', 'layout')
  return result
})
