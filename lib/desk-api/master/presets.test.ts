import { expect, test } from 'vitest'
import { presetFields } from '@/lib/desk-api/master/presets'
import { presetSchema } from './presets'

const read = (fields: Record<string, string>, name = 'Seoul') =>
  presetSchema.safeParse({ sheet: 'orders/japan', name, isDefault: 'no', fields })

test('a preset accepts the texts that its columns accept, and blanks', () => {
  expect(read({ warehouseId: '7', orderInfo_incoterms: 'DDP', packageInfo_quantity: '' }).success).toBe(true)
  const wrong = read({ warehouseId: 'seven', sender_name: 'x'.repeat(51) })
  expect(wrong.error?.issues.map(issue => issue.path.join('.'))).toEqual([
    'fields.warehouseId',
    'fields.sender_name',
  ])
  expect(read({}, ' ').success).toBe(false)
})

test('every column has its own field name', () => {
  for (const sheet of ['orders/japan', 'orders/general', 'products'] as const) {
    const names = presetFields(sheet).map(field => field.name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(2)
  }
})
