'use server'
import { action } from '@/lib/auth/guard'
import * as carryOver from '@/lib/desk/drafts/carry-over'
import * as drafts from '@/lib/desk/drafts/drafts'
import * as saving from '@/lib/desk/drafts/editing/save'
import { dismissConflictsSchema } from '@/lib/desk-api/drafts/changes'
import {
  carryOverSchema,
  chooseConnectionSchema,
  nameDraftSchema,
  unarchiveDraftSchema,
} from '@/lib/desk-api/drafts/drafts'

export const nameDraft = action({ role: 'editor', input: nameDraftSchema }, (input, { id }) =>
  drafts.nameDraft(input, id),
)

/** Has everyone who opens the draft use a connection. */
export const chooseConnection = action({ role: 'editor', input: chooseConnectionSchema }, input =>
  drafts.chooseConnection(input),
)

/** Takes the open draft out of the archive. The page must not be rendered again: it holds edits. */
export const unarchiveDraft = action({ role: 'editor', input: unarchiveDraftSchema }, ({ draftId }) =>
  drafts.unarchiveDraft(draftId),
)

export const carryDraftOver = action({ role: 'editor', input: carryOverSchema }, (input, { id }) =>
  carryOver.carryDraftOver(input, id),
)

export const dismissConflicts = action({ role: 'viewer', input: dismissConflictsSchema }, (input, { id }) =>
  saving.dismissConflicts(input, id),
)
