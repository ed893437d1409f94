'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as fieldNames from '@/lib/desk/connections/field-names'
import { assignSchema, deleteSchema } from '@/lib/desk-api/connections/field-names'

export const assignFieldName = action({ role: 'editor', input: assignSchema }, (input, { id }) =>
  fieldNames.assignFieldName(input, id),
)

export const deleteFieldName = action({ role: 'editor', input: deleteSchema }, async input =>
  refreshPath('/settings/fields', await fieldNames.deleteFieldName(input)),
)
