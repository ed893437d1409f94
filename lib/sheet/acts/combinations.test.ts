import { expect, test } from 'vitest'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import {
  axisNameColumn,
  axisValueColumn,
  GROUP_TYPE_COLUMN,
  MAX_AXES,
} from '@/lib/sheet/schema/product-rules'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import {
  type Axis,
  axesOf,
  axesProblem,
  buildCombinations,
  planCombinations,
  readAxisValues,
  writeAxisValues,
} from './combinations'

const KEY = 'shopProductId'
const PRICE = 'productOptionGroup[].productOption[].optionPrice'
const [COLOUR, SIZE] = [axisValueColumn(0), axisValueColumn(1)]

const option = (colour: string, size: string, more: Texts = {}): Texts => ({
  [COLOUR]: colour,
  [SIZE]: size,
  ...more,
})
const named = { [axisNameColumn(0)]: 'Colour', [axisNameColumn(1)]: 'Size' }
const axes = (colours: string[], sizes: string[]): Axis[] => [
  { name: 'Colour', values: colours },
  { name: 'Size', values: sizes },
]

/** A draft with a product W, its lines L1, L2, …, and another product below it. */
function workbookOf(...lines: Texts[]) {
  const own = lines.map(
    (texts, i): Line => ({
      id: `L${i + 1}`,
      rank: i + 1,
      texts: i === 0 ? { [KEY]: 'W', ...texts } : texts,
    }),
  )
  return new Workbook(sheets.products, [...own, { id: 'other', rank: 99, texts: { [KEY]: 'X' } }])
}

const productOf = (workbook: Workbook): Order => {
  const order = workbook.index.orderOf('L1')
  if (!order) throw new Error('no product')
  return order
}

function build(workbook: Workbook, all: readonly Axis[]) {
  let made = 0
  workbook.perform(
    buildCombinations(workbook.draft, productOf(workbook), all, () => `N${++made}`),
    null,
  )
}

const text = (workbook: Workbook, line: string, column: string) => workbook.text({ line, column })
const options = (workbook: Workbook) =>
  productOf(workbook).lines.map(line =>
    Array.from({ length: MAX_AXES }, (_, axis) => text(workbook, line, axisValueColumn(axis)))
      .filter(value => value !== '')
      .join(' '),
  )

test('3 colours × 4 sizes make 12 lines in the order of the matrix, the first on the product’s own line', () => {
  const workbook = workbookOf({ productName: 'Wallet' })
  const all = axes(['Black', 'White', 'Navy'], ['S', 'M', 'L', 'XL'])
  expect(planCombinations(workbook.draft, productOf(workbook), all)).toMatchObject({
    count: 12,
    vacant: 'L1',
    outside: [],
  })
  build(workbook, all)
  expect(options(workbook)).toEqual(
    ['Black', 'White', 'Navy'].flatMap(colour => ['S', 'M', 'L', 'XL'].map(size => `${colour} ${size}`)),
  )
  expect(text(workbook, 'L1', axisNameColumn(1))).toBe('Size')
  expect(text(workbook, 'L1', GROUP_TYPE_COLUMN)).toBe('COMBINATION')
  expect(workbook.index.orderOf('other')?.lines).toEqual(['other'])
})

test('building is one act: one undo reverts all of it', () => {
  const workbook = workbookOf({ productName: 'Wallet' })
  const before = [...workbook.draft.lines.values()]
  build(workbook, axes(['Black', 'White'], ['S', 'M']))
  workbook.undo()
  expect([...workbook.draft.lines.values()]).toEqual(before)
  workbook.redo()
  expect(options(workbook)).toHaveLength(4)
})

test('building again changes nothing, and lines keep their texts', () => {
  const workbook = workbookOf(
    { ...named, ...option('Black', 'S', { [PRICE]: '500' }) },
    option(' Black ', 'M'),
  )
  build(workbook, axes(['Black'], ['S', 'M', 'L']))
  expect(text(workbook, 'L1', PRICE)).toBe('500')
  expect(text(workbook, 'L2', COLOUR)).toBe(' Black ')
  const version = workbook.version
  build(workbook, axes(['Black'], ['S', 'M', 'L']))
  expect(workbook.version).toBe(version)
})

test('an additional value adds only its own lines, each at its position', () => {
  const workbook = workbookOf(
    { ...named, ...option('Black', 'S') },
    option('Black', 'L'),
    option('White', 'S'),
    option('White', 'L'),
  )
  const all = axes(['Black', 'White'], ['S', 'M', 'L'])
  expect(planCombinations(workbook.draft, productOf(workbook), all).missing).toEqual([
    ['Black', 'M'],
    ['White', 'M'],
  ])
  build(workbook, all)
  expect(options(workbook)).toEqual(['Black S', 'Black M', 'Black L', 'White S', 'White M', 'White L'])
})

test('a combination that precedes the first line is added below it, so that the product’s own cells stay', () => {
  const workbook = workbookOf({ ...named, productName: 'Wallet', ...option('Black', 'S') })
  build(workbook, axes(['White', 'Black'], ['S']))
  expect(options(workbook)).toEqual(['Black S', 'White S'])
  expect(text(workbook, 'L1', 'productName')).toBe('Wallet')
})

test('an axis is renamed on every line that repeats its name, and its lines stay', () => {
  const workbook = workbookOf({ ...named, ...option('Black', 'S') }, { ...named, ...option('Black', 'M') })
  build(workbook, [
    { name: 'Color', values: ['Black'] },
    { name: 'Size', values: ['S', 'M'] },
  ])
  expect(options(workbook)).toEqual(['Black S', 'Black M'])
  expect([text(workbook, 'L1', axisNameColumn(0)), text(workbook, 'L2', axisNameColumn(0))]).toEqual([
    'Color',
    'Color',
  ])
})

test('lines without a combination stay and are reported; so do lines with a value on a removed axis', () => {
  const workbook = workbookOf({ ...named, ...option('Black', 'S') }, option('Red', 'S'), option('White', ''))
  expect(
    planCombinations(workbook.draft, productOf(workbook), axes(['Black', 'White'], ['S'])).outside,
  ).toEqual(['L2', 'L3'])
  expect(planCombinations(workbook.draft, productOf(workbook), axes(['Black'], [])).outside).toEqual([
    'L1',
    'L2',
    'L3',
  ])
  build(workbook, axes(['Black', 'White'], ['S']))
  expect(workbook.draft.lines.has('L2')).toBe(true)
})

test('a repeated combination is neither missing nor outside: the sheet marks it', () => {
  const workbook = workbookOf({ ...named, ...option('Black', 'S') }, option('Black', 'S'))
  const plan = planCombinations(workbook.draft, productOf(workbook), axes(['Black'], ['S']))
  expect(plan).toMatchObject({ count: 1, missing: [], outside: [] })
})

test('axes are read back from the lines', () => {
  const workbook = workbookOf(
    { ...named, ...option('Black', 'S') },
    option('Black', 'M'),
    option('White', 'S'),
  )
  expect(axesOf(workbook.draft, productOf(workbook))).toEqual([
    ...axes(['Black', 'White'], ['S', 'M']),
    { name: '', values: [] },
  ])
})

test('axes that form no matrix are rejected with a reason', () => {
  const blank = { name: '', values: [] }
  expect(axesProblem([blank, blank])).toEqual({ problem: 'none' })
  expect(axesProblem([blank, { name: 'Size', values: ['S'] }])).toEqual({ problem: 'gap', axis: 0 })
  expect(axesProblem([{ name: ' ', values: ['S'] }])).toEqual({ problem: 'nameless', axis: 0 })
  expect(axesProblem(axes(['Black'], []))).toEqual({ problem: 'valueless', axis: 1 })
  const many = Array.from({ length: 32 }, (_, i) => String(i))
  expect(axesProblem(axes(many, many))).toEqual({ problem: 'too_many', count: 1024 })
  expect(axesProblem(axes(many, many.slice(1)))).toBeUndefined()
})

test('when no rank is left between two lines, all lines get new ranks, and one undo reverts that', () => {
  const workbook = new Workbook(sheets.products, [
    { id: 'L1', rank: 1, texts: { [KEY]: 'W' } },
    { id: 'other', rank: 1 + Number.EPSILON, texts: { [KEY]: 'X' } },
  ])
  build(workbook, axes(['Black', 'White'], ['S', 'M']))
  expect(options(workbook)).toEqual(['Black S', 'Black M', 'White S', 'White M'])
  expect(workbook.draft.order.at(-1)).toBe('other')
  workbook.undo()
  expect(workbook.draft.order).toEqual(['L1', 'other'])
  expect(text(workbook, 'L1', COLOUR)).toBe('')
})

test('values are separated by commas or line ends, or are a row or column pasted from Excel', () => {
  for (const text of [
    'Black, White, Navy',
    'Black\nWhite\nNavy',
    'Black\tWhite\tNavy',
    'Black、White，Navy',
  ]) {
    expect(readAxisValues(text).values).toEqual(['Black', 'White', 'Navy'])
  }
})

test('blanks are skipped, and a repeated value counts once and is reported', () => {
  expect(readAxisValues(' S ,, M,S \n\n　, L,S')).toEqual({ values: ['S', 'M', 'L'], repeated: ['S'] })
  expect(readAxisValues('')).toEqual({ values: [], repeated: [] })
})

test('a quoted value may contain commas and quotation marks', () => {
  expect(readAxisValues('"Navy, dark", "the ""best""" ,Black').values).toEqual([
    'Navy, dark',
    'the "best"',
    'Black',
  ])
})

test('unpaired quotation marks are ordinary text', () => {
  expect(readAxisValues('27" monitor, "unclosed, 9').values).toEqual(['27" monitor', '"unclosed', '9'])
})

test('written values are read back unchanged', () => {
  const values = ['Black', 'Navy, dark', '"best" red', '27"', '赤、白', 'two\nlines']
  expect(readAxisValues(writeAxisValues(values)).values).toEqual(values)
})
