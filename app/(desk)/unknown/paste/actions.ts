'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as unconfirmed from '@/lib/desk/unconfirmed/resolve'
import { applySchema, pasteSchema } from '@/lib/desk-api/runs/unconfirmed'

export const previewList = action({ role: 'registrar', input: pasteSchema }, list =>
  unconfirmed.previewList(list),
)

export const applyList = action({ role: 'registrar', input: applySchema }, (list, { id }) =>
  refreshPages(unconfirmed.applyList(list, id)),
)
