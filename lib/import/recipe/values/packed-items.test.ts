import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { partOfItem, splitPackedItems } from './packed-items'

/** Texts of the items of a cell: name, quantity, code, price. A `?` behind a text: marked for review. */
const itemsIn = (cell: string): string[][] =>
  splitPackedItems(cell).map(item =>
    (['name', 'quantity', 'code', 'price'] as const).map(part => {
      const given = partOfItem(item, part)
      return typeof given === 'string' ? given : `${given.text}${given.review ? '?' : ''}`
    }),
  )

test.each<readonly [string, string[][]]>([
  // The form of the issue, and of WebToffee, which writes one such cell per item.
  [
    'name:Blue Shirt|product_id:12|sku:BS-1|quantity:2|total:24.00;name:Red Hat|product_id:13|sku:RH-2|quantity:1|total:9.50;',
    [
      ['Blue Shirt', '2', 'BS-1', '12'],
      ['Red Hat', '1', 'RH-2', '9.50'],
    ],
  ],
  // SkyVerge escapes separators; the price is the one before discounts.
  [
    'id:7|name:Shirt\\; blue \\| L\\: new|product_id:12|sku:|quantity:4|subtotal:10.00|total:8.00|meta:Size=L',
    [['Shirt; blue | L: new', '4', '12', '2.5']],
  ],
  // A deleted product has no code.
  ['id:7|name:Gone|product_id:0|sku:unknown_product|quantity:1|total:8', [['Gone', '1', '', '8']]],
  // A part was refunded.
  ['name:Hat|product_id:1|sku:H|quantity:3|total:30|refunded:10|refunded_qty:1', [['Hat?', '3?', 'H', '10']]],
  // A total that does not divide.
  ['name:Hat|product_id:1|sku:H|quantity:3|total:10', [['Hat', '3', 'H', '?']]],
  // WebToffee escapes nothing and writes more keys behind.
  [
    'name:モカ: 深煎り; 200g|product_id:5|sku:M-5|quantity:1|total:900.00|sub_total:900.00|meta:色:赤|meta:pa_size:L|tax:0',
    [['モカ: 深煎り; 200g', '1', 'M-5', '900.00']],
  ],
  ['name:A | B|product_id:5|sku:X|quantity:1|total:5', [['A | B', '1', 'X', '5']]],
  [
    '[{"id":7,"name":"12&quot; plate","product_id":3,"sku":"P12","quantity":2,"total":"7.00"},{"name":"Cup","quantity":1}]',
    [
      ['12" plate', '2', 'P12', '3.5'],
      ['Cup', '1', '', ''],
    ],
  ],
  // Texts with a count may be sizes, so all of them are marked.
  [
    'Blue Shirt x 2, Red Hat x 1',
    [
      ['Blue Shirt?', '2?', '', ''],
      ['Red Hat?', '1?', '', ''],
    ],
  ],
  [
    'Soap, lavender × 2, 가방 (x1)',
    [
      ['Soap, lavender?', '2?', '', ''],
      ['가방?', '1?', '', ''],
    ],
  ],
  [
    '2× Blue Shirt, 1 x Red Hat',
    [
      ['Blue Shirt?', '2?', '', ''],
      ['Red Hat?', '1?', '', ''],
    ],
  ],
  ['', []],
])('%s', (cell, items) => {
  expect(itemsIn(cell)).toEqual(items)
})

test.each([
  // No count, a count on both sides, or a count of only one of the items.
  'Blue Shirt, Red Hat',
  '2 x Hat x 3',
  'Hat x 1, Shirt',
  'Axle x2000',
  // Whether |color: belongs to the name, and which of two quantities counts, is not certain.
  'name:Shirt|color:red|product_id:5|quantity:1|total:5',
  'name:Shirt|product_id:5|quantity:1|quantity:2|total:5',
  'name:Shirt|product_id:5|sku:S|total:5',
  'name:|product_id:5|quantity:1',
  '[{"name":"Cup"',
  '[1]',
  '{"name":"Cup"}',
])('%s is not recognised: it stays whole, and its quantity is asked for', cell => {
  expect(itemsIn(cell)).toEqual([[cell, '?', '', '']])
})

test('only those of several items that are not recognised stay whole', () => {
  expect(itemsIn('name:A|product_id:1|quantity:1|total:5;name:B|color:red|product_id:2|quantity:1')).toEqual([
    ['A', '1', '1', '5'],
    ['name:B|color:red|product_id:2|quantity:1', '?', '', ''],
  ])
})

test('any names, with the separators escaped, are unpacked as they were packed', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'ab;|:, ×x12가帽\n'.split('')) })
    .map(text => text.trim())
    .filter(text => text !== '' && !text.endsWith('\\'))
  const item = fc.record({
    name,
    quantity: fc.integer({ min: 1, max: 999 }),
    sku: fc.stringMatching(/^[A-Z]{1,4}-\d$/),
  })
  const escaped = (text: string) => text.replace(/[:|;]/g, found => `\\${found}`)
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), items => {
      const cell = items
        .map(
          ({ name, quantity, sku }, at) =>
            `id:${at + 1}|name:${escaped(name)}|product_id:9|sku:${sku}|quantity:${quantity}|total:0`,
        )
        .join(';')
      expect(itemsIn(cell).map(([name, quantity, code]) => [name, quantity, code])).toEqual(
        items.map(one => [one.name, String(one.quantity), one.sku]),
      )
    }),
  )
})
