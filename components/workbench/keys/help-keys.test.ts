import { expect, test } from 'vitest'
import { keyCaps } from '@/components/ui/key-caps'
import en from '@/lib/words/en.json'
import { helpGroups } from './help-keys'

const ids = helpGroups.flatMap(group => group.keys.map(key => key.id))

test('every key has a sentence, and every sentence a key', () => {
  expect([...ids].sort()).toEqual(Object.keys(en.help.keys).sort())
  expect(helpGroups.map(group => group.id).sort()).toEqual(Object.keys(en.help.groups).sort())
  expect(new Set(ids).size).toBe(ids.length)
})

test('keys are written as on the keyboard', () => {
  expect(keyCaps('Control+Shift+ArrowDown')).toEqual(['Ctrl', 'Shift', '↓'])
  expect(keyCaps('Control+Alt+=')).toEqual(['Ctrl', 'Alt', '='])
  expect(keyCaps('Control+Alt+-')).toEqual(['Ctrl', 'Alt', '−'])
  expect(keyCaps('?')).toEqual(['?'])
})
