import { describe, expect, test } from 'vitest'
import { driftOf, likeness } from './drift'
import { excerptOf } from './excerpt'
import {
  feed,
  feedsOf,
  finished,
  proposeForDrift,
  putTogether,
  setConstant,
  setGroup,
  setValue,
  starvedOf,
  unfeed,
  WHOLE_ADDRESS,
} from './mapping'
import type { Recipe } from './recipe'

const headings = ['번호', '이름', '우편1', '우편2', '주소', '국가', '전화', '휴대폰']
const blank: Recipe = { id: 'r', name: '', sheets: ['orders/japan'], known: [], fields: {} }
const fed = (recipe: Recipe, ...pairs: readonly [name: string, id: string][]) =>
  pairs.reduce((so, [name, id]) => feed(so, name, id, headings), recipe)

describe('what an operator says a column feeds', () => {
  test('a column feeds one column of the sheet; said anew, it leaves the other', () => {
    const once = fed(blank, ['번호', 'orderInfo.mallOrderNumber'])
    expect(once.fields).toEqual({ 'orderInfo.mallOrderNumber': { take: ['번호'] } })
    expect(fed(once, ['번호', 'items[].itemCode']).fields).toEqual({ 'items[].itemCode': { take: ['번호'] } })
    expect(unfeed(once, '번호').fields).toEqual({})
  })

  test('a second column goes together with the first, as fits what they feed', () => {
    const recipe = fed(
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
    expect(unfeed(recipe, '우편1').fields['recipient.zipCode']).toEqual({ take: ['우편2'] })
    expect(putTogether(recipe, 'items[].name', 'first').fields['items[].name']).toEqual({
      firstOf: [{ take: ['이름'] }, { take: ['번호'] }],
    })
    expect(putTogether(recipe, 'recipient.zipCode', { by: '' }).fields['recipient.zipCode']).toEqual({
      join: [['우편1'], ['우편2']],
      by: '',
    })
  })

  test('a whole address feeds all its parts, until another column feeds one of them', () => {
    const whole = fed(blank, ['주소', WHOLE_ADDRESS])
    expect(feedsOf(whole, headings).get(4)).toHaveLength(4)
    expect(Object.keys(fed(whole, ['이름', 'recipient.city']).fields)).toEqual(['recipient.city'])
    expect(unfeed(whole, '주소').fields).toEqual({})
  })

  test('a column of the buyer that goes to the recipient says so, and whose names are to be compared', () => {
    const names = ['번호', '주문자명', '주문자 연락처', '수취인명']
    const recipe = [
      ['수취인명', 'recipient.name'],
      ['주문자 연락처', 'recipient.contact'],
    ].reduce((so, [name = '', id = '']) => feed(so, name, id, names), blank)
    expect(recipe.fields['recipient.contact']).toEqual({
      take: ['주문자 연락처'],
      ofBuyer: { name: [['주문자명']], recipient: [['수취인명']] },
    })
    expect(feed(blank, '주문자명', 'items[].name', names).fields['items[].name']).toEqual({
      take: ['주문자명'],
    })
  })

  test('countries are read by their names, and what no table knows is asked once', () => {
    const recipe = fed(blank, ['국가', 'recipient.country'])
    expect(recipe.fields['recipient.country']).toEqual({ take: ['국가'], map: 'country' })
    const said = setValue(recipe, 'recipient.country', '닛뽄', 'JP')
    expect(said.fields['recipient.country']).toEqual({
      take: ['국가'],
      map: 'country',
      values: { 닛뽄: 'JP' },
    })
    expect(setValue(said, 'recipient.country', '닛뽄', '')).toEqual(recipe)
  })

  test('a text for all lines gives way to a column, and comes and goes', () => {
    const recipe = setConstant(blank, 'items[].currency', 'KRW')
    expect(recipe.fields).toEqual({ 'items[].currency': { constant: 'KRW' } })
    expect(setConstant(recipe, 'items[].currency', '').fields).toEqual({})
    expect(fed(recipe, ['국가', 'items[].currency']).fields['items[].currency']).toMatchObject({
      take: ['국가'],
    })
    expect(setGroup(setGroup(blank, '번호'), undefined)).toEqual(blank)
  })
})

test('what is remembered knows every heading, and where the rest can come from', () => {
  const recipe = finished(fed(blank, ['이름', 'recipient.name']), headings, 'orders/japan')
  expect(recipe.known).toEqual(headings.map(heading => [heading]))
  expect(recipe.missing).toMatchObject({ 'sender.name': 'preset', 'items[].imageUrl': 'product-master' })
  expect(recipe.missing).not.toHaveProperty(['recipient.name'])
})

describe('a file whose headings have changed', () => {
  const before = finished(
    fed(blank, ['이름', 'recipient.name'], ['번호', 'orderInfo.mallOrderNumber']),
    headings,
    'orders/japan',
  )
  const now = headings.map(heading => (heading === '이름' ? '성명' : heading))
  const drift = driftOf(before, now)

  test('asks for the renamed column alone, and proposes it where it is clear', () => {
    expect(drift).toMatchObject({ fresh: [1], gone: ['이름'], starved: ['recipient.name'] })
    expect([...starvedOf(before, now)]).toEqual([['recipient.name', '이름']])
    const guessed = {
      ...blank,
      fields: { 'recipient.name': { take: ['성명'] }, 'items[].name': { take: ['주소'] } },
    }
    const proposed = proposeForDrift({ recipe: before, headings: now, ...(drift ? { drift } : {}) }, guessed)
    expect(proposed.fields['recipient.name']).toEqual({ take: ['성명', '이름'] })
    // A column that was left out before stays left out.
    expect(proposed.fields).not.toHaveProperty(['items[].name'])
  })

  test('is known under both names from then on', () => {
    const after = finished(feed(before, '성명', 'recipient.name', now), now, 'orders/japan')
    expect(after.fields['recipient.name']).toEqual({ take: ['성명', '이름'] })
    for (const names of [headings, now]) {
      expect(driftOf(after, names)).toBeUndefined()
      expect(likeness(after, names)).toBe(1)
    }
  })
})

test('an excerpt shows three texts of each column that differ, and all where they are few', () => {
  const rows = [
    ['주문', '국가'],
    ...Array.from({ length: 1000 }, (_, at) => [`A-${at}`, at % 2 ? 'JP' : ' ']),
  ]
  const table = { name: '', isHidden: false, rows, numbers: rows.map((_, at) => at + 1), notes: new Map() }
  const excerpt = excerptOf(table, 0, 2)
  expect(excerpt.samples).toEqual([['A-0', 'A-1', 'A-2'], ['JP']])
  expect(excerpt.few).toEqual([[], ['JP']])
  expect(excerpt.table.rows).toHaveLength(301)
})
