'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as drafts from '@/lib/desk/drafts/drafts'
import {
  archiveDraftsSchema,
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

export const archiveDrafts = action({ role: 'editor', input: archiveDraftsSchema }, (input, { id }) =>
  refreshPages(drafts.archiveDrafts(input, id)),
)

export const deleteDraft = action({ role: 'editor', input: deleteDraftSchema }, (input, { id }) =>
  refreshPages(drafts.deleteDraft(input, id)),
)
