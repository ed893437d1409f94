import { describe, expect, test } from 'vitest'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { detectDrift, headingSimilarity, lostHeadings } from './drift'
import {
  combineColumns,
  combineModeOf,
  finishMapping,
  mapColumn,
  proposeForDrift,
  setConstant,
  setGroup,
  setValue,
  targetsByColumn,
  unmapColumn,
  WHOLE_ADDRESS,
} from './edit-mapping'
import { tableExcerpt } from './table/excerpt'

const headings = ['번호', '이름', '우편1', '우편2', '주소', '국가', '전화', '휴대폰']
const blank: Recipe = { id: 'r', name: '', sheets: ['orders/japan'], known: [], fields: {} }
const mapped = (recipe: Recipe, ...pairs: readonly [name: string, id: string][]) =>
  pairs.reduce((so, [name, id]) => mapColumn(so, name, id, headings), recipe)

describe('mapping a column by hand', () => {
  test('a column is mapped to one column of the sheet; mapping it again replaces the first', () => {
    const once = mapped(blank, ['번호', 'orderInfo.mallOrderNumber'])
    expect(once.fields).toEqual({ 'orderInfo.mallOrderNumber': { take: ['번호'] } })
    expect(mapped(once, ['번호', 'items[].itemCode']).fields).toEqual({
      'items[].itemCode': { take: ['번호'] },
    })
    expect(unmapColumn(once, '번호').fields).toEqual({})
  })

  test('a second column is combined with the first as the target column requires', () => {
    const recipe = mapped(
      blank,
      ['우편1', 'recipient.zipCode'],
      ['우편2', 'recipient.zipCode'],
      ['전화', 'recipient.contact'],
      ['휴대폰', 'recipient.contact'],
      ['이름', 'items[].name'],
      ['번호', 'items[].name'],
    )
    expect(recipe.fields).toEqual({
      'recipient.zipCode': { join: [['우편1'], ['우편2']], by: '-' },
      'recipient.contact': { firstOf: [{ take: ['전화'] }, { take: ['휴대폰'] }] },
      'items[].name': { join: [['이름'], ['번호']], by: ' ' },
    })
    expect(unmapColumn(recipe, '우편1').fields['recipient.zipCode']).toEqual({ take: ['우편2'] })
    expect(['recipient.zipCode', 'recipient.contact'].map(id => combineModeOf(recipe.fields[id]))).toEqual([
      { by: '-' },
      'first',
    ])
    const third = mapped(recipe, ['국가', 'recipient.contact'], ['주소', 'items[].name'])
    expect(third.fields).toMatchObject({
      'recipient.contact': { firstOf: [{ take: ['전화'] }, { take: ['휴대폰'] }, { take: ['국가'] }] },
      'items[].name': { join: [['이름'], ['번호'], ['주소']], by: ' ' },
    })
    expect(combineColumns(recipe, 'items[].name', 'first').fields['items[].name']).toEqual({
      firstOf: [{ take: ['이름'] }, { take: ['번호'] }],
    })
    expect(combineColumns(recipe, 'recipient.zipCode', { by: '' }).fields['recipient.zipCode']).toEqual({
      join: [['우편1'], ['우편2']],
      by: '',
    })
  })

  test('a whole address is mapped to all its parts until another column is mapped to one of them', () => {
    const whole = mapped(blank, ['주소', WHOLE_ADDRESS])
    expect(targetsByColumn(whole, headings).get(4)).toHaveLength(4)
    expect(Object.keys(mapped(whole, ['이름', 'recipient.city']).fields)).toEqual(['recipient.city'])
    expect(unmapColumn(whole, '주소').fields).toEqual({})
    const address = '〒150-0041 東京都渋谷区神南1-2-3'
    const withZip = mapColumn(blank, '주소', WHOLE_ADDRESS, headings, [address])
    expect(withZip.fields['recipient.zipCode']).toEqual({ part: 'zipCode', of: [['주소']] })
    const other = mapColumn(withZip, '이름', WHOLE_ADDRESS, headings, [address])
    expect([...targetsByColumn(other, headings).keys()]).toEqual([headings.indexOf('이름')])
    const ownZip = mapped(blank, ['이름', 'recipient.zipCode'])
    expect(mapColumn(ownZip, '주소', WHOLE_ADDRESS, headings, [address]).fields).toMatchObject(ownZip.fields)
    expect(mapped(withZip, ['이름', 'recipient.zipCode']).fields).toEqual({
      ...whole.fields,
      'recipient.zipCode': { take: ['이름'] },
    })
    expect(Object.keys(mapped(withZip, ['이름', 'recipient.city']).fields)).toEqual(['recipient.city'])
  })

  test('a buyer’s column that is mapped to the recipient is marked and lists the names to compare', () => {
    const names = ['번호', '주문자명', '주문자 연락처', '수취인명']
    const recipe = [
      ['수취인명', 'recipient.name'],
      ['주문자 연락처', 'recipient.contact'],
    ].reduce((so, [name = '', id = '']) => mapColumn(so, name, id, names), blank)
    expect(recipe.fields['recipient.contact']).toEqual({
      take: ['주문자 연락처'],
      ofBuyer: { name: [['주문자명']], recipient: [['수취인명']] },
    })
    expect(mapColumn(blank, '주문자명', 'items[].name', names).fields['items[].name']).toEqual({
      take: ['주문자명'],
    })
  })

  test('countries are read by their names, and an unknown name is asked about once', () => {
    const recipe = mapped(blank, ['국가', 'recipient.country'])
    expect(recipe.fields['recipient.country']).toEqual({ take: ['국가'], map: 'country' })
    const edited = setValue(recipe, 'recipient.country', '닛뽄', 'JP')
    expect(edited.fields['recipient.country']).toEqual({
      take: ['국가'],
      map: 'country',
      values: { 닛뽄: 'JP' },
    })
    expect(setValue(edited, 'recipient.country', '닛뽄', '')).toEqual(recipe)
  })

  test('a constant is replaced by a column, and can be set and removed', () => {
    const recipe = setConstant(blank, 'items[].currency', 'KRW')
    expect(recipe.fields).toEqual({ 'items[].currency': { constant: 'KRW' } })
    expect(setConstant(recipe, 'items[].currency', '').fields).toEqual({})
    expect(mapped(recipe, ['국가', 'items[].currency']).fields['items[].currency']).toMatchObject({
      take: ['국가'],
    })
    expect(setGroup(setGroup(blank, '번호'), undefined)).toEqual(blank)
  })
})

test('a remembered mapping knows every heading and the missing-value sources', () => {
  const recipe = finishMapping(mapped(blank, ['이름', 'recipient.name']), headings, 'orders/japan')
  expect(recipe.known).toEqual(headings.map(heading => [heading]))
  expect(recipe.missing).toMatchObject({ 'sender.name': 'preset', 'items[].imageUrl': 'product-master' })
  expect(recipe.missing).not.toHaveProperty(['recipient.name'])
})

describe('a file whose headings have changed', () => {
  const before = finishMapping(
    mapped(blank, ['이름', 'recipient.name'], ['번호', 'orderInfo.mallOrderNumber']),
    headings,
    'orders/japan',
  )
  const now = headings.map(heading => (heading === '이름' ? '성명' : heading))
  const drift = detectDrift(before, now)

  test('asks only about the renamed column, and proposes it if it is unambiguous', () => {
    expect(drift).toMatchObject({
      newColumns: [1],
      missingHeadings: ['이름'],
      affectedColumns: ['recipient.name'],
    })
    expect([...lostHeadings(before, now)]).toEqual([['recipient.name', ['이름']]])
    const guessed = {
      ...blank,
      fields: { 'recipient.name': { take: ['성명'] }, 'items[].name': { take: ['주소'] } },
    }
    const proposed = proposeForDrift({ recipe: before, headings: now, ...(drift ? { drift } : {}) }, guessed)
    expect(proposed.fields['recipient.name']).toEqual({ take: ['성명', '이름'] })
    // A column that was unmapped before stays unmapped.
    expect(proposed.fields).not.toHaveProperty(['items[].name'])
  })

  test('is known under both names from then on', () => {
    const after = finishMapping(mapColumn(before, '성명', 'recipient.name', now), now, 'orders/japan')
    expect(after.fields['recipient.name']).toEqual({ take: ['성명', '이름'] })
    for (const names of [headings, now]) {
      expect(detectDrift(after, names)).toBeUndefined()
      expect(headingSimilarity(after, names)).toBe(1)
    }
  })
})

test('an excerpt shows three distinct texts of each column, or all if there are few', () => {
  const rows = [
    ['주문', '국가'],
    ...Array.from({ length: 1000 }, (_, at) => [`A-${at}`, at % 2 ? 'JP' : ' ']),
  ]
  const table = { name: '', isHidden: false, rows, numbers: rows.map((_, at) => at + 1), notes: new Map() }
  const excerpt = tableExcerpt(table, 0, 2)
  expect(excerpt.samples).toEqual([['A-0', 'A-1', 'A-2'], ['JP']])
  expect(excerpt.choices).toEqual([[], ['JP']])
  expect(excerpt.table.rows).toHaveLength(301)
})
