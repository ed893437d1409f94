'use server'
import { action } from '@/lib/auth/guard'
import * as carryOver from '@/lib/desk/carry-over'
import * as drafts from '@/lib/desk/drafts'
import * as saving from '@/lib/desk/save'
import { dismissConflictsSchema } from '@/lib/desk-api/changes'
import { carryOverSchema, nameDraftSchema, unarchiveDraftSchema } from '@/lib/desk-api/drafts'

export const nameDraft = action({ role: 'editor', input: nameDraftSchema }, (input, { id }) =>
  drafts.nameDraft(input, id),
)

/** Takes the open draft out of the archive. The page is not rendered again, because it holds unsaved edits. */
export const unarchiveDraft = action({ role: 'editor', input: unarchiveDraftSchema }, ({ draftId }) =>
  drafts.unarchiveDraft(draftId),
)

export const carryDraftOver = action({ role: 'editor', input: carryOverSchema }, (input, { id }) =>
  carryOver.carryDraftOver(input, id),
)

export const dismissConflicts = action({ role: 'viewer', input: dismissConflictsSchema }, (input, { id }) =>
  saving.dismissConflicts(input, id),
)
