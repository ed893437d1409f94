import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Column } from '@/lib/sheet/schema/columns'
import { orderIdColumn } from '@/lib/sheet/schema/order-id-column'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type ColumnLayout, defaultLayout, layOutColumns, orderColumns } from './column-layout'
import {
  foldGroup,
  hideColumns,
  moveColumn,
  neighbourColumn,
  pinColumn,
  resizeColumn,
  showColumns,
  showRelevantOnly,
  unpinColumn,
} from './layout-changes'

const sheet = sheets['orders/japan']
const ids = sheet.columns.map(column => column.id)
const groups = [...new Set(sheet.columns.map(column => column.group))]
const look = { relevant: new Set<string>(), revealed: new Set<string>(), room: Number.POSITIVE_INFINITY }
const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const PRICE = 'items[].price'
const shown = (layout: ColumnLayout, also: Partial<typeof look> = {}) =>
  layOutColumns(sheet, layout, { ...look, ...also }).columns.map(column => column.id)

describe('the layout of columns', () => {
  test('without a layout they are in the order of the sheet', () => {
    expect(layOutColumns(sheet, defaultLayout, look)).toMatchObject({
      columns: sheet.columns,
      pinned: 1,
      folds: [],
    })
  })

  test('a pinned column is beside the key and stays in view; the others keep their order', () => {
    const { columns, pinned } = layOutColumns(sheet, pinColumn(defaultLayout, PRICE), look)
    expect(pinned).toBe(2)
    expect(columns.map(column => column.id)).toEqual([
      sheet.key,
      PRICE,
      ...ids.filter(id => id !== sheet.key && id !== PRICE),
    ])
    expect(shown(unpinColumn(pinColumn(defaultLayout, PRICE), PRICE))).toEqual(ids)
  })

  test('pinned columns that leave no room for others come first and scroll', () => {
    const layout = pinColumn(pinColumn(defaultLayout, NAME), ZIP)
    const pinnedIn = (room: number) => layOutColumns(sheet, layout, { ...look, room }).pinned
    expect([pinnedIn(2000), pinnedIn(500), pinnedIn(100)]).toEqual([3, 2, 1])
    expect(layOutColumns(sheet, layout, { ...look, room: 100 }).columns[2]?.id).toBe(ZIP)
  })

  test('a hidden column stays hidden until it is shown again; the key cannot be hidden', () => {
    const layout = hideColumns(defaultLayout, [ZIP, sheet.key])
    expect(shown(layout)).toEqual(ids.filter(id => id !== ZIP))
    expect(layOutColumns(sheet, layout, look).hidden).toEqual(new Map([[ZIP, 'hidden']]))
    expect([...layOutColumns(sheet, layout, look).gaps]).toEqual([ids.indexOf(ZIP)])
    expect(shown(layout, { revealed: new Set([ZIP]) })).toEqual(ids)
    expect(shown(showColumns(layout, [ZIP]))).toEqual(ids)
  })

  test('a folded group leaves a fold at its position, and its pinned columns stay', () => {
    const { folds, columns, hidden } = layOutColumns(
      sheet,
      foldGroup(pinColumn(defaultLayout, NAME), 'recipient', true),
      look,
    )
    const recipient = sheet.columns.filter(column => column.group === 'recipient').map(column => column.id)
    const rest = recipient.filter(id => id !== NAME)
    expect(folds).toEqual([{ group: 'recipient', at: 3, columns: rest }])
    expect([...hidden.keys()]).toEqual(rest)
    expect(columns[1]?.id).toBe(NAME)
  })

  test('the relevant-only layout shows the relevant and the pinned columns', () => {
    const layout = pinColumn(showRelevantOnly(defaultLayout, true), PRICE)
    expect(shown(layout, { relevant: new Set([ZIP]) })).toEqual([sheet.key, PRICE, ZIP])
  })

  test('a column is moved beside another one, and becomes pinned beside a pinned one', () => {
    const layout = moveColumn(sheet, defaultLayout, PRICE, NAME, 'after')
    expect(shown(layout).indexOf(PRICE)).toBe(shown(layout).indexOf(NAME) + 1)
    const pinned = moveColumn(sheet, layout, ZIP, sheet.key, 'before')
    expect(shown(pinned).slice(0, 2)).toEqual([sheet.key, ZIP])
    expect(layOutColumns(sheet, pinned, look).pinned).toBe(2)
    const back = moveColumn(sheet, pinned, ZIP, PRICE, 'before')
    expect(layOutColumns(sheet, back, look).pinned).toBe(1)
    expect(moveColumn(sheet, back, sheet.key, PRICE, 'after')).toEqual(back)
  })

  test('a move by one position skips hidden columns, and stays among the pinned or the other columns', () => {
    const laid = layOutColumns(sheet, hideColumns(pinColumn(defaultLayout, NAME), [ids[2] ?? '']), look)
    expect(neighbourColumn(laid, NAME, 1)).toBeUndefined()
    expect(neighbourColumn(laid, NAME, -1)).toBeUndefined()
    expect(neighbourColumn(laid, ids[1] ?? '', -1)).toBeUndefined()
    expect(neighbourColumn(laid, ids[1] ?? '', 1)).toBe(laid.columns[3]?.id)
    expect(neighbourColumn(laid, ids.at(-1) ?? '', 1)).toBeUndefined()
  })

  test('widths are whole pixels within the limits, and can be reset', () => {
    const width = (layout: ColumnLayout) =>
      layOutColumns(sheet, layout, look).columns.find(c => c.id === ZIP)?.width
    expect(width(resizeColumn(defaultLayout, ZIP, 123.4))).toBe(123)
    expect(width(resizeColumn(defaultLayout, ZIP, 3))).toBe(40)
    expect(width(resizeColumn(defaultLayout, ZIP, 3000))).toBe(800)
    expect(resizeColumn(resizeColumn(defaultLayout, ZIP, 3000), ZIP, null)).toEqual(defaultLayout)
  })

  test('a stored layout may name removed columns; new columns follow their left neighbours in the sheet', () => {
    const stored = { ...defaultLayout, order: ['gone', ...ids.filter(id => id !== ZIP).toReversed()] }
    const order = orderColumns(sheet, stored).map(column => column.id)
    expect(order.toSorted()).toEqual(ids.toSorted())
    expect(order[order.indexOf(ZIP) - 1]).toBe(ids[ids.indexOf(ZIP) - 1])
  })
})

const id = fc.constantFrom(...ids, 'gone')
const act: fc.Arbitrary<(layout: ColumnLayout) => ColumnLayout> = fc.oneof(
  fc.tuple(id, fc.double({ noNaN: true })).map(
    ([column, width]) =>
      (layout: ColumnLayout) =>
        resizeColumn(layout, column, width),
  ),
  fc.array(id).map(columns => (layout: ColumnLayout) => hideColumns(layout, columns)),
  fc.array(id).map(columns => (layout: ColumnLayout) => showColumns(layout, columns)),
  id.map(column => (layout: ColumnLayout) => pinColumn(layout, column)),
  id.map(column => (layout: ColumnLayout) => unpinColumn(layout, column)),
  fc.boolean().map(relevantOnly => (layout: ColumnLayout) => showRelevantOnly(layout, relevantOnly)),
  fc.tuple(fc.constantFrom(...groups), fc.boolean()).map(
    ([group, isFolded]) =>
      (layout: ColumnLayout) =>
        foldGroup(layout, group, isFolded),
  ),
  fc.tuple(id, id, fc.constantFrom('before' as const, 'after' as const)).map(
    ([column, other, side]) =>
      (layout: ColumnLayout) =>
        moveColumn(sheet, layout, column, other, side),
  ),
)

test('after any changes every column is shown or hidden exactly once, the key and the pinned columns first', () => {
  fc.assert(
    fc.property(fc.array(act), fc.array(id), fc.array(id), (acts, relevant, revealed) => {
      const layout = acts.reduce((before, next) => next(before), defaultLayout)
      const laid = layOutColumns(sheet, layout, {
        ...look,
        relevant: new Set(relevant),
        revealed: new Set(revealed),
      })
      const onScreen = laid.columns.map(column => column.id)
      expect([...onScreen, ...laid.hidden.keys()].toSorted()).toEqual(ids.toSorted())
      expect(onScreen[0]).toBe(sheet.key)
      const isPinned = onScreen.map(column => column === sheet.key || layout.pinned.includes(column))
      expect(isPinned.lastIndexOf(true)).toBe(laid.pinned - 1)
      expect(isPinned.indexOf(false)).toBe(laid.pinned === onScreen.length ? -1 : laid.pinned)
      for (const { width } of laid.columns) expect(width).toSatisfy((w: number) => w >= 40 && w <= 800)
      const folded = laid.folds.flatMap(one => one.columns)
      expect(folded.toSorted()).toEqual(
        [...laid.hidden].flatMap(([c, why]) => (why === 'folded' ? [c] : [])).toSorted(),
      )
    }),
  )
})

describe('a column that precedes the key', () => {
  const leading: Column = { ...orderIdColumn, width: 130 }
  const set = { columns: [leading, ...sheet.columns], key: sheet.key, leading: leading.id }
  const idsOf = (layout: ColumnLayout) => layOutColumns(set, layout, look).columns.map(({ id }) => id)

  test('comes first and pinned, also in a layout that was saved before it was there', () => {
    const saved = { ...pinColumn(defaultLayout, PRICE), order: ids.toReversed(), folded: groups }
    expect(idsOf(saved).slice(0, 3)).toEqual([leading.id, sheet.key, PRICE])
    expect(layOutColumns(set, saved, look)).toMatchObject({ pinned: 3, fixed: 2 })
    expect(idsOf(showRelevantOnly(defaultLayout, true))[0]).toBe(leading.id)
  })

  test('can be hidden; then the key is first again', () => {
    const hidden = hideColumns(defaultLayout, [leading.id])
    expect(idsOf(hidden)).toEqual(ids)
    expect(layOutColumns(set, hidden, look)).toMatchObject({ pinned: 1, fixed: 1 })
  })

  test('does not move, and no column goes between it and the key', () => {
    expect(moveColumn(set, defaultLayout, leading.id, PRICE, 'after')).toBe(defaultLayout)
    for (const other of [leading.id, sheet.key])
      expect(idsOf(moveColumn(set, defaultLayout, PRICE, other, 'before')).slice(0, 3)).toEqual([
        ...[leading.id, sheet.key, PRICE],
      ])
    const laid = layOutColumns(set, defaultLayout, look)
    for (const id of [leading.id, sheet.key])
      for (const step of [-1, 1] as const) expect(neighbourColumn(laid, id, step)).toBeUndefined()
  })
})
