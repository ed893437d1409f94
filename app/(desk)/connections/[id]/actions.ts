'use server'
import { refreshPagesIfOk } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as requirements from '@/lib/desk/requirements/requirements'
import { importRequirementsSchema } from '@/lib/desk-api/connections/requirement-file'
import {
  enableRequirementSchema,
  requirementFormSchema,
  requirementKeySchema,
} from '@/lib/desk-api/connections/requirements'

export const saveRequirement = action(
  { role: 'administrator', input: requirementFormSchema },
  async (form, { id }) => refreshPagesIfOk(requirements.saveRequirement(form, id)),
)

export const enableRequirement = action(
  { role: 'administrator', input: enableRequirementSchema },
  async (input, { id }) => refreshPagesIfOk(requirements.enableRequirement(input, id)),
)

export const deleteRequirement = action({ role: 'administrator', input: requirementKeySchema }, async input =>
  refreshPagesIfOk(requirements.deleteRequirement(input)),
)

export const importRequirements = action(
  { role: 'administrator', input: importRequirementsSchema },
  async (input, { id }) => refreshPagesIfOk(requirements.importRequirements(input, id)),
)
