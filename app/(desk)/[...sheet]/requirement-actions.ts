'use server'
import { action } from '@/lib/auth/guard'
import * as suggestions from '@/lib/desk/requirements/suggestions'
import { addSuggestionsSchema, dismissSuggestionSchema } from '@/lib/desk-api/connections/requirements'

// No page is rendered again: the sheet may hold edits, and reads the requirements by itself.

export const addSuggestions = action(
  { role: 'administrator', input: addSuggestionsSchema },
  (input, { id }) => suggestions.addSuggestions(input, id),
)

export const dismissSuggestion = action(
  { role: 'administrator', input: dismissSuggestionSchema },
  (input, { id }) => suggestions.dismissSuggestion(input, id),
)
