'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as drafts from '@/lib/desk/drafts/drafts'
import {
  archiveDraftSchema,
  deleteDraftSchema,
  duplicateDraftSchema,
  renameDraftSchema,
} from '@/lib/desk-api/drafts/drafts'

export const renameDraft = action({ role: 'editor', input: renameDraftSchema }, input =>
  refreshPages(drafts.renameDraft(input)),
)

export const duplicateDraft = action({ role: 'editor', input: duplicateDraftSchema }, ({ draftId }, { id }) =>
  refreshPages(drafts.duplicateDraft(draftId, id)),
)

export const archiveDraft = action({ role: 'editor', input: archiveDraftSchema }, (input, { id }) =>
  refreshPages(drafts.archiveDraft(input, id)),
)

export const deleteDraft = action({ role: 'editor', input: deleteDraftSchema }, (input, { id }) =>
  refreshPages(drafts.deleteDraft(input, id)),
)
