import { expect, test } from 'vitest'
import type { Recipe } from './recipe'
import { headingsFingerprint, readRecipeFile, writeRecipeFile } from './recipe-file'
import { recipeSchema } from './recipe-schema'
import { recipes } from './recipes/all'

const own: Recipe = {
  id: 'r1',
  name: '우리 엑셀',
  sheets: ['orders/japan'],
  known: [['주문번호'], ['우편번호1', '우편번호 앞'], ['우편번호2'], ['국가']],
  continues: true,
  fields: {
    'orderInfo.mallOrderNumber': { take: ['주문번호'] },
    'recipient.zipCode': { join: [['우편번호1'], ['우편번호2']], by: '-', digits: [3, 4] },
    'recipient.country': { take: ['국가'], map: 'country', values: { 일본행: 'JP' } },
    'items[].currency': { constant: 'KRW' },
    'recipient.contact': { firstOf: [{ take: ['a'] }, { take: ['b'], apostrophe: true }] },
  },
  states: [
    { heading: ['주문상태'], usual: 'ask' },
    { heading: ['취소일'], means: 'cancelled', is: 'dated', ofRecord: true },
  ],
  answers: [{ heading: ['주문상태'], means: 'unpaid', is: ['31'] }],
}

const file = (recipe: unknown) => JSON.stringify({ ladingRecipes: 1, recipes: [recipe] })
const failureIn = (text: string) => {
  const read = readRecipeFile(text)
  return read.ok ? undefined : read.failure
}

test('a written file is read back, except for the ids', () => {
  expect(readRecipeFile(writeRecipeFile([own]))).toEqual({ ok: true, recipes: [{ ...own, id: 'file' }] })
  expect(readRecipeFile(`\uFEFF${writeRecipeFile([own, own])}`)).toMatchObject({ ok: true })
})

test.each(recipes.map(recipe => [recipe.name, recipe] as const))('%s fits in a file', (_, recipe) => {
  expect(recipeSchema.parse(recipe)).toEqual(recipe)
})

test('unknown keys are refused and named', () => {
  expect(failureIn(file({ ...own, script: 'alert(1)' }))).toEqual({
    code: 'key',
    found: 'script',
    recipe: own.name,
  })
  const fields = { 'items[].name': { take: ['상품명'], code: 'x => x' } }
  expect(failureIn(file({ ...own, fields }))).toEqual({ code: 'key', found: 'code', recipe: own.name })
})

test('unknown columns are refused and named', () => {
  const fields = { 'recipient.shoeSize': { take: ['발'] } }
  const failure = { code: 'column', found: 'recipient.shoeSize', recipe: own.name }
  expect(failureIn(file({ ...own, fields }))).toEqual(failure)
})

test('a key that would change all objects is ignored', () => {
  const read = readRecipeFile(file(own).replace('"items[].currency"', '"__proto__"'))
  const [recipe] = read.ok ? read.recipes : []
  expect(Object.keys(recipe?.fields ?? {})).toHaveLength(4)
  expect(Object.getPrototypeOf(recipe?.fields)).toBe(Object.prototype)
})

const ruled = (rule: unknown) => file({ ...own, fields: { 'items[].name': rule } })

test.each([
  ['no JSON', '주문번호,수량', 'json'],
  ['something else', '{"orders":[]}', 'other'],
  ['no recipe in it', '{"ladingRecipes":1,"recipes":[]}', 'none'],
  ['a newer release', '{"ladingRecipes":2,"recipes":[{}]}', 'newer'],
  ['a rule of no kind', ruled({ eval: '1' }), 'wrong'],
  ['rules within rules within rules', ruled({ firstOf: [{ firstOf: [] }] }), 'wrong'],
  ['half a character', file({ ...own, name: '\ud800' }), 'wrong'],
  ['too long a name', file({ ...own, name: 'x'.repeat(101) }), 'wrong'],
  ['too much', file({ ...own, name: 'x'.repeat(1_000_001) }), 'large'],
])('a file with %s is refused', (_, text, code) => {
  expect(failureIn(text)?.code).toBe(code)
})

test('files with the same headings have the same fingerprint, in any order and with any blanks', () => {
  const known = [['주문번호'], ['수량 '], ['住所１']]
  const same = [['住所1'], ['*수량'], ['주문\u00a0번호'.normalize('NFD')]]
  expect(headingsFingerprint({ known })).toBe(headingsFingerprint({ known: same }))
  expect(headingsFingerprint({ known })).not.toBe(headingsFingerprint({ known: [...known, ['비고']] }))
  expect(headingsFingerprint({ known })).toMatch(/^[0-9a-f]{32}$/)
})
