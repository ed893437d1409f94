import { expect, test } from 'vitest'
import en from '@/lib/words/en.json'
import { helpGroups } from './help-keys'

const ids = helpGroups.flatMap(group => group.keys.map(key => key.id))

test('every key has a sentence, and every sentence a key', () => {
  expect([...ids].sort()).toEqual(Object.keys(en.help.keys).sort())
  expect(helpGroups.map(group => group.id).sort()).toEqual(Object.keys(en.help.groups).sort())
  expect(new Set(ids).size).toBe(ids.length)
})
