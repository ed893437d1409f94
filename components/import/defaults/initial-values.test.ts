import { expect, test } from 'vitest'
import { presetColumns } from '@/lib/sheet/schema/fillable-columns'
import { sheets } from '@/lib/sheet/schema/sheets'
import { initialFields } from './initial-values'

const columns = presetColumns(sheets['orders/japan']).flatMap(({ id, required }) => (required ? id : []))
const sender = { name: 'Hanbit', contact: '02-1234-5678' }
const seoul = { id: '7', name: 'Seoul' }
const first = (missing: readonly string[], warehouses = [seoul]) =>
  initialFields('orders/japan', { columns: missing }, { sender, warehouses })

test('the form begins with what most shops ship by, the last sender and the only warehouse', () => {
  expect(first(columns)).toMatchObject({
    recipient_country: 'JP',
    orderInfo_exportPurpose: 'COMMERCIAL',
    orderInfo_incoterms: 'DDP',
    orderInfo_isExportDeclaration: 'false',
    packageInfo_quantity: '1',
    packageInfo_actualWeight: '',
    warehouseId: '7',
    sender_name: 'Hanbit',
    sender_contact: '02-1234-5678',
  })
})

test('of several warehouses, or of none, the operator chooses', () => {
  expect(first(columns, [seoul, { id: '8', name: '' }]).warehouseId).toBe('')
  expect(first(columns, []).warehouseId).toBe('')
})

test('only what is missing is asked for', () => {
  expect(first(['sender.name'])).toEqual({ sender_name: 'Hanbit' })
})
