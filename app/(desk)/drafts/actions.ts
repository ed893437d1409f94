'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as drafts from '@/lib/desk/drafts/drafts'
import {
  archiveDraftSchema,
  deleteDraftSchema,
  duplicateDraftSchema,
  renameDraftSchema,
} from '@/lib/desk-api/drafts/drafts'

/** Renders every list of drafts again once a call is done. */
async function refreshed<T>(work: Promise<T>): Promise<T> {
  const result = await work
  revalidatePath('/', 'layout')
  return result
}

export const renameDraft = action({ role: 'editor', input: renameDraftSchema }, input =>
  refreshed(drafts.renameDraft(input)),
)

export const duplicateDraft = action({ role: 'editor', input: duplicateDraftSchema }, ({ draftId }, { id }) =>
  refreshed(drafts.duplicateDraft(draftId, id)),
)

export const archiveDraft = action({ role: 'editor', input: archiveDraftSchema }, (input, { id }) =>
  refreshed(drafts.archiveDraft(input, id)),
)

export const deleteDraft = action({ role: 'editor', input: deleteDraftSchema }, (input, { id }) =>
  refreshed(drafts.deleteDraft(input, id)),
)
