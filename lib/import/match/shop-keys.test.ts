import { expect, test } from 'vitest'
import { GUESSED_RECIPE_ID, OWN_RECIPE_ID, UNSAVED_RECIPE_ID } from '@/lib/import/recipe/recipe'
import { shopKeys } from './shop-keys'

const keys = (id: string, headings: readonly string[]) =>
  shopKeys({ recipe: { id, name: '', sheets: ['orders/japan'], known: [], fields: {} }, headings })

test('a known export is its shop, whatever columns it has; its headings are a second key', () => {
  const [recipe, headings] = keys('qoo10', ['주문번호', '상품명'])
  expect(recipe).toBe('recipe:qoo10')
  expect(headings).toMatch(/^headings:[0-9a-f]{32}$/)
  expect(keys('qoo10', ['상품명'])[0]).toBe(recipe)
})

test('a file whose mapping was not saved is known by its headings, in any order', () => {
  const first = keys(GUESSED_RECIPE_ID, ['order', 'name', ''])
  expect(first).toHaveLength(1)
  expect(keys(GUESSED_RECIPE_ID, ['name', 'order'])).toEqual(first)
  expect(keys(GUESSED_RECIPE_ID, ['name', 'number'])).not.toEqual(first)
  expect(keys(UNSAVED_RECIPE_ID, ['name', 'order'])).toEqual(first)
  expect(keys(OWN_RECIPE_ID, ['name', 'order'])).toEqual(first)
})

test('once its mapping is saved, the file is still known by its headings', () => {
  const headings = ['order', 'name']
  expect(keys('r1', headings)).toEqual(['recipe:r1', ...keys(GUESSED_RECIPE_ID, headings)])
})
