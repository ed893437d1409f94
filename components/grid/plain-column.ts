import type { Column } from '@/lib/sheet/schema/columns'

/** A text column without a contract, for tests and benchmarks. @param width in CSS pixels */
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
