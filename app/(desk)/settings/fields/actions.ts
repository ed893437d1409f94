'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as fieldNames from '@/lib/desk/connections/field-names'
import { assignSchema, deleteSchema } from '@/lib/desk-api/connections/field-names'

export const assignFieldName = action({ role: 'editor', input: assignSchema }, (input, { id }) =>
  fieldNames.assignFieldName(input, id),
)

export const deleteFieldName = action({ role: 'editor', input: deleteSchema }, async input => {
  const result = await fieldNames.deleteFieldName(input)
  revalidatePath('/settings/fields')
  return result
})
