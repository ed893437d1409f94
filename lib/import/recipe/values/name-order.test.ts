import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { mapColumn } from '@/lib/import/match/edit-mapping'
import { GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { bookOf } from '@/testing/import/book-of-rows'

const NAME = 'recipient.name'

/** Headings that shops use for the halves of a recipient's name. */
const halves = [
  { family: '送付先姓', given: '送付先名' },
  { family: '姓（お届け先）', given: '名（お届け先）' },
  { family: 'お届け先(姓)', given: 'お届け先(名)' },
  { family: '배송지 성', given: '배송지 이름' },
  { family: '받는분 성씨', given: '받는분 이름' },
  { family: 'ShipLastName', given: 'ShipFirstName' },
  { family: 'shipping_last_name', given: 'shipping_first_name' },
  { family: 'order_sei', given: 'order_mei' },
  { family: 'Surname', given: 'Given name' },
]
const people = [
  { family: '山田', given: '太郎', isFamilyFirst: true },
  { family: 'さとう', given: 'みき', isFamilyFirst: true },
  { family: 'ｱﾍﾞ', given: 'ｹﾝ', isFamilyFirst: true },
  { family: '김', given: '민수', isFamilyFirst: true },
  { family: '山田', given: 'Emma', isFamilyFirst: true },
  { family: 'Smith', given: 'John', isFamilyFirst: false },
]

/** Names from columns that an operator selected one after the other. */
function mapped(
  headings: readonly string[],
  clicks: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const blank: Recipe = { id: GUESSED_RECIPE_ID, name: '', sheets: ['orders/japan'], known: [], fields: {} }
  let recipe = mapColumn(blank, '注文番号', 'orderInfo.mallOrderNumber', headings)
  for (const click of clicks) recipe = mapColumn(recipe, click, NAME, headings)
  const book = bookOf([headings, ...rows])
  const mapping = detectMapping(book, { sheet: 'orders/japan', table: 0, header: 0, recipe })
  return importTable(book, mapping).lines.map(({ texts }) => texts[NAME])
}

test('names in kanji, kana and Hangul begin with the family name in any order of columns and clicks; Latin names keep their order', () => {
  const shuffled = fc.record({
    heading: fc.constantFrom(...halves),
    isGivenFirst: fc.boolean(),
    isGivenClickedFirst: fc.boolean(),
    rows: fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(shuffled, ({ heading, isGivenFirst, isGivenClickedFirst, rows }) => {
      const inOrder = (one: { family: string; given: string }, isTurned: boolean) =>
        isTurned ? [one.given, one.family] : [one.family, one.given]
      const written = rows.map(row => inOrder(row, isGivenFirst))
      const names = mapped(
        ['注文番号', ...inOrder(heading, isGivenFirst)],
        inOrder(heading, isGivenClickedFirst),
        written.map((parts, at) => [`A-${at}`, ...parts]),
      )
      expect(names).toEqual(
        rows.map((row, at) => (row.isFamilyFirst ? `${row.family} ${row.given}` : written[at]?.join(' '))),
      )
    }),
  )
})

test('a middle name follows the family name in kana, and keeps its position in a Latin name', () => {
  const headings = ['注文番号', 'First name', 'Middle name', 'Last name']
  const names = mapped(
    headings,
    ['Last name', 'First name', 'Middle name'],
    [
      ['A-1', 'John', 'A.', 'Smith'],
      ['A-2', 'エマ', 'マリ', '山田'],
      ['A-3', '花子', '', '鈴木'],
    ],
  )
  expect(names).toEqual(['John A. Smith', '山田 エマ マリ', '鈴木 花子'])
})

test('the same holds for an unknown export and for the importer’s name', () => {
  const headings = ['注文番号', 'お届け先名', 'お届け先姓', '輸入者名', '輸入者姓', '商品名', '数量']
  const book = bookOf([headings, ['A-1', '太郎', '山田', '花子', '鈴木', '靴', '1']])
  const [line] = importTable(book, detectMapping(book, { sheet: 'orders/japan' })).lines
  expect(line?.texts[NAME]).toBe('山田 太郎')
  expect(line?.texts['recipient.importerJapaneseName']).toBe('鈴木 花子')
})

test('joined columns that are not halves of a name keep the order in which they were chosen', () => {
  const headings = ['注文番号', '옵션속성', '상품명']
  const names = mapped(headings, ['상품명', '옵션속성'], [['A-1', '빨강', '모자']])
  expect(names).toEqual(['모자 빨강'])
})
