import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { compileFastPath } from './fast-path'
import { judgeOrder } from './judge-order'

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '00',
    '1',
    '-1',
    '1.0',
    '1.5',
    '1.',
    '.5',
    '1e3',
    '12345678901234567890',
    '0.1234567',
  ),
  fc.constantFrom(
    'JP',
    'jp',
    'KRW',
    'true',
    'TRUE',
    'Y',
    'DDP',
    'COMMERCIAL',
    'x',
    ' x',
    'x ',
    'a\tb',
    'a\nb',
    '\u0007',
    '𠮷',
    '\ud800',
  ),
  fc.constantFrom('#N/A', ' #REF!', '山田 #N/A', 'A #REF! B', '#301', '2.19E+11', 'a\ufffd'),
  fc.constantFrom('가', 'か', '１２', 'https://shop.example/x', 'a@b.example'),
  fc.integer({ min: 1, max: 3100 }).map(length => 'x'.repeat(length)),
  fc.string(),
)

const codes = ({ columns }: Sheet) =>
  fc.constantFrom(...new Set(columns.flatMap(({ choices = [] }) => choices)), 'x')

test.each(['orders/japan', 'orders/general'] as const)(
  'in %s an order that passes the fast path has no marks, and orders with the same key have the same marks',
  id => {
    const sheet = sheets[id]
    const look = compileFastPath(sheet)
    const columns = sheet.columns.map(column => column.id)
    let [plain, alike] = [0, 0]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...columns), fc.oneof(texts, codes(sheet))), {
          maxLength: 3,
        }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (changes, count, isRepeating) => {
          const [first, second] = sampleOrders(2).map(order =>
            Array.from({ length: count }, (_, i) => {
              const own = columns.filter(column => i === 0 || isRepeating || column.includes('[]'))
              const cells: Record<string, string> = Object.fromEntries(
                own.map(column => [column, order[column] ?? '']),
              )
              for (const [at, column, text] of changes) if (at === i) cells[column] = text
              return { id: `L${i}`, rank: i, texts: cells as Texts }
            }),
          )
          const judged = (lines: readonly Line[] = []) => {
            const whole = { firstLine: 'L0', lines: lines.map(line => line.id) }
            return judgeOrder(draftOf(lines), whole, sheet, false).marks
          }
          const unusual = look?.(first ?? [])
          if (unusual === undefined || look?.(second ?? []) !== unusual) return
          if (unusual === '') plain++
          else alike++
          expect(judged(first)).toEqual(unusual === '' ? [] : judged(second))
        },
      ),
      { numRuns: 800 },
    )
    expect(plain).toBeGreaterThan(80)
    expect(alike).toBeGreaterThan(80)
  },
)

test('a valid sample order passes the fast path', () => {
  const [order = {}] = sampleOrders(1)
  expect(compileFastPath(sheets['orders/japan'])?.([{ id: 'L', rank: 1, texts: order }])).toBe('')
})
