import type { Column } from '@/lib/sheet/columns'

/** A column of plain text that no contract knows. @param width in CSS pixels */
export const plainColumn = (id: string, width: number): Column => ({
  id,
  path: [id],
  scope: 'item',
  group: 'item',
  kind: 'text',
  required: false,
  url: false,
  personal: false,
  width,
  example: '',
})
