import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, hide, moveBeside, neighbour, pin, resize, show, showMattering, unpin } from './column-acts'
import { arrange, type ColumnLayout, layOut, ownLayout } from './column-layout'
import { sheets } from './sheets'

const sheet = sheets['orders/japan']
const ids = sheet.columns.map(column => column.id)
const groups = [...new Set(sheet.columns.map(column => column.group))]
const look = { mattering: new Set<string>(), revealed: new Set<string>(), room: Number.POSITIVE_INFINITY }
const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const PRICE = 'items[].price'
const shown = (layout: ColumnLayout, also: Partial<typeof look> = {}) =>
  layOut(sheet, layout, { ...look, ...also }).columns.map(column => column.id)

describe('columns as they are laid out', () => {
  test('without a layout they stand as the sheet has them', () => {
    expect(layOut(sheet, ownLayout, look)).toMatchObject({ columns: sheet.columns, pinned: 1, folds: [] })
  })

  test('a pinned column stands beside the key and stays in view; the others keep their order', () => {
    const { columns, pinned } = layOut(sheet, pin(ownLayout, PRICE), look)
    expect(pinned).toBe(2)
    expect(columns.map(column => column.id)).toEqual([
      sheet.key,
      PRICE,
      ...ids.filter(id => id !== sheet.key && id !== PRICE),
    ])
    expect(shown(unpin(pin(ownLayout, PRICE), PRICE))).toEqual(ids)
  })

  test('pinned columns that leave no room for others stand first and move with them', () => {
    const layout = pin(pin(ownLayout, NAME), ZIP)
    const standing = (room: number) => layOut(sheet, layout, { ...look, room }).pinned
    expect([standing(2000), standing(400), standing(100)]).toEqual([3, 2, 1])
    expect(layOut(sheet, layout, { ...look, room: 100 }).columns[2]?.id).toBe(ZIP)
  })

  test('a hidden column is away until it is shown again; the key cannot be hidden', () => {
    const layout = hide(ownLayout, [ZIP, sheet.key])
    expect(shown(layout)).toEqual(ids.filter(id => id !== ZIP))
    expect(layOut(sheet, layout, look).away).toEqual(new Map([[ZIP, 'hidden']]))
    expect([...layOut(sheet, layout, look).gaps]).toEqual([ids.indexOf(ZIP)])
    expect(shown(layout, { revealed: new Set([ZIP]) })).toEqual(ids)
    expect(shown(show(layout, [ZIP]))).toEqual(ids)
  })

  test('a folded group leaves a fold where it stood, and what is pinned of it', () => {
    const { folds, columns, away } = layOut(sheet, fold(pin(ownLayout, NAME), 'recipient', true), look)
    const recipient = sheet.columns.filter(column => column.group === 'recipient').map(column => column.id)
    const rest = recipient.filter(id => id !== NAME)
    expect(folds).toEqual([{ group: 'recipient', at: 3, columns: rest }])
    expect([...away.keys()]).toEqual(rest)
    expect(columns[1]?.id).toBe(NAME)
  })

  test('only columns that matter are shown when that is asked, and what is pinned', () => {
    const layout = pin(showMattering(ownLayout, true), PRICE)
    expect(shown(layout, { mattering: new Set([ZIP]) })).toEqual([sheet.key, PRICE, ZIP])
  })

  test('a column is moved beside another, and pinned by being put beside a pinned one', () => {
    const layout = moveBeside(sheet, ownLayout, PRICE, NAME, 'after')
    expect(shown(layout).indexOf(PRICE)).toBe(shown(layout).indexOf(NAME) + 1)
    const pinned = moveBeside(sheet, layout, ZIP, sheet.key, 'before')
    expect(shown(pinned).slice(0, 2)).toEqual([sheet.key, ZIP])
    expect(layOut(sheet, pinned, look).pinned).toBe(2)
    const back = moveBeside(sheet, pinned, ZIP, PRICE, 'before')
    expect(layOut(sheet, back, look).pinned).toBe(1)
    expect(moveBeside(sheet, back, sheet.key, PRICE, 'after')).toEqual(back)
  })

  test('a move by one place passes over what is hidden, and stays among the pinned or the others', () => {
    const laid = layOut(sheet, hide(pin(ownLayout, NAME), [ids[2] ?? '']), look)
    expect(neighbour(laid, NAME, 1)).toBeUndefined()
    expect(neighbour(laid, NAME, -1)).toBeUndefined()
    expect(neighbour(laid, ids[1] ?? '', -1)).toBeUndefined()
    expect(neighbour(laid, ids[1] ?? '', 1)).toBe(laid.columns[3]?.id)
    expect(neighbour(laid, ids.at(-1) ?? '', 1)).toBeUndefined()
  })

  test('widths are whole pixels between the narrowest and the widest, until the own one is wanted again', () => {
    const width = (layout: ColumnLayout) => layOut(sheet, layout, look).columns.find(c => c.id === ZIP)?.width
    expect(width(resize(ownLayout, ZIP, 123.4))).toBe(123)
    expect(width(resize(ownLayout, ZIP, 3))).toBe(40)
    expect(width(resize(ownLayout, ZIP, 3000))).toBe(800)
    expect(resize(resize(ownLayout, ZIP, 3000), ZIP, null)).toEqual(ownLayout)
  })

  test('a stored layout may name columns that are gone; new ones stand after those that they follow', () => {
    const stored = { ...ownLayout, order: ['gone', ...ids.filter(id => id !== ZIP).toReversed()] }
    const order = arrange(sheet, stored).map(column => column.id)
    expect(order.toSorted()).toEqual(ids.toSorted())
    expect(order[order.indexOf(ZIP) - 1]).toBe(ids[ids.indexOf(ZIP) - 1])
  })
})

const id = fc.constantFrom(...ids, 'gone')
const act: fc.Arbitrary<(layout: ColumnLayout) => ColumnLayout> = fc.oneof(
  fc.tuple(id, fc.double({ noNaN: true })).map(
    ([column, width]) =>
      (layout: ColumnLayout) =>
        resize(layout, column, width),
  ),
  fc.array(id).map(columns => (layout: ColumnLayout) => hide(layout, columns)),
  fc.array(id).map(columns => (layout: ColumnLayout) => show(layout, columns)),
  id.map(column => (layout: ColumnLayout) => pin(layout, column)),
  id.map(column => (layout: ColumnLayout) => unpin(layout, column)),
  fc.boolean().map(mattering => (layout: ColumnLayout) => showMattering(layout, mattering)),
  fc.tuple(fc.constantFrom(...groups), fc.boolean()).map(
    ([group, away]) =>
      (layout: ColumnLayout) =>
        fold(layout, group, away),
  ),
  fc.tuple(id, id, fc.constantFrom('before' as const, 'after' as const)).map(
    ([column, other, side]) =>
      (layout: ColumnLayout) =>
        moveBeside(sheet, layout, column, other, side),
  ),
)

test('whatever is done, every column is there once, on the screen or away, the key and the pinned ones first', () => {
  fc.assert(
    fc.property(fc.array(act), fc.array(id), fc.array(id), (acts, mattering, revealed) => {
      const layout = acts.reduce((before, next) => next(before), ownLayout)
      const laid = layOut(sheet, layout, {
        ...look,
        mattering: new Set(mattering),
        revealed: new Set(revealed),
      })
      const onScreen = laid.columns.map(column => column.id)
      expect([...onScreen, ...laid.away.keys()].toSorted()).toEqual(ids.toSorted())
      expect(onScreen[0]).toBe(sheet.key)
      const isPinned = onScreen.map(column => column === sheet.key || layout.pinned.includes(column))
      expect(isPinned.lastIndexOf(true)).toBe(laid.pinned - 1)
      expect(isPinned.indexOf(false)).toBe(laid.pinned === onScreen.length ? -1 : laid.pinned)
      for (const { width } of laid.columns) expect(width).toSatisfy((w: number) => w >= 40 && w <= 800)
      const folded = laid.folds.flatMap(one => one.columns)
      expect(folded.toSorted()).toEqual(
        [...laid.away].flatMap(([c, why]) => (why === 'folded' ? [c] : [])).toSorted(),
      )
    }),
  )
})
