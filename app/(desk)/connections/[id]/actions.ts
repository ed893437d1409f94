'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as requirements from '@/lib/desk/requirements/requirements'
import { importRequirementsSchema } from '@/lib/desk-api/connections/requirement-file'
import {
  enableRequirementSchema,
  requirementFormSchema,
  requirementKeySchema,
} from '@/lib/desk-api/connections/requirements'
import type { Result } from '@/lib/desk-api/result'

/** Cached pages of sheets contain the requirements of connections, so these pages are rendered again. */
function refreshed<T>(result: Result<T>): Result<T> {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

export const saveRequirement = action(
  { role: 'administrator', input: requirementFormSchema },
  async (form, { id }) => refreshed(await requirements.saveRequirement(form, id)),
)

export const enableRequirement = action(
  { role: 'administrator', input: enableRequirementSchema },
  async (input, { id }) => refreshed(await requirements.enableRequirement(input, id)),
)

export const dropRequirement = action({ role: 'administrator', input: requirementKeySchema }, async input =>
  refreshed(await requirements.deleteRequirement(input)),
)

export const importRequirements = action(
  { role: 'administrator', input: importRequirementsSchema },
  async (input, { id }) => refreshed(await requirements.importRequirements(input, id)),
)
