import { expect, test } from 'vitest'
import { knownHeadingsOf } from '@/lib/import/match/drift'
import type { Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import { withAnswersKept } from './use-recipes'

const headings = ['受付', '注文状況', '品名']
const answers: readonly StateAnswer[] = [{ heading: ['注文状況'], means: 'cancelled', is: ['31'] }]
const mapping: Recipe = {
  id: 'kept-1',
  name: 'our shop',
  sheets: ['orders/japan'],
  known: knownHeadingsOf(headings),
  fields: { 'orderInfo.mallOrderNumber': { take: ['受付'] } },
}
const used = (recipe: Recipe) => ({ recipe, headings })

test('answers about statuses are added to the mapping of the file, and never replace it', () => {
  const kept = withAnswersKept(answers, used({ ...mapping, states: [] }), [mapping], 'orders/japan', 'a.csv')
  expect(kept).toEqual({ recipe: { ...mapping, answers }, instead: 'kept-1' })
  // The mapping was stored for these headings after this file was read.
  const other = withAnswersKept(
    answers,
    used({ ...mapping, id: 'guess', name: '' }),
    [mapping],
    'orders/japan',
    'a.csv',
  )
  expect(other).toEqual({ recipe: { ...mapping, answers }, instead: 'kept-1' })
})

test('answers about a file without a mapping are stored by themselves, the newest first', () => {
  const first = withAnswersKept(
    answers,
    used({ ...mapping, id: 'guess', name: '' }),
    [],
    'orders/japan',
    'orders_20260301.csv',
  )
  expect(first).toEqual({
    recipe: {
      id: 'answers',
      name: 'orders',
      sheets: ['orders/japan'],
      known: knownHeadingsOf(headings),
      fields: {},
      answers,
    },
    instead: undefined,
  })
  const more: readonly StateAnswer[] = [{ heading: ['注文状況'], means: 'open', is: ['10'] }]
  const second = withAnswersKept(
    more,
    used({ ...mapping, id: 'guess' }),
    [{ ...first.recipe, id: 'kept-2' }],
    'orders/japan',
    'a.csv',
  )
  expect(second).toMatchObject({ recipe: { answers: [...more, ...answers] }, instead: 'kept-2' })
})
