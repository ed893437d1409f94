import { expect, test } from 'vitest'
import { sheets } from './sheets'
import { assumedUnit } from './units'

test('weights of parcels and items are in kilograms, sizes of parcels in centimetres, and no other column has a unit', () => {
  const units = sheets['orders/japan'].columns.flatMap(column => {
    const unit = assumedUnit(column)
    return unit === undefined ? [] : [[column.id, unit]]
  })
  expect(Object.fromEntries(units)).toEqual({
    'packageInfo.actualWeight': 'kg',
    'packageInfo.width': 'cm',
    'packageInfo.length': 'cm',
    'packageInfo.height': 'cm',
    'items[].actualWeight': 'kg',
  })
})
