import { expect, test } from 'vitest'
import { keyCaps } from './key-caps'

test.each([
  ['Control+Shift+ArrowDown', 'Ctrl+Shift+↓', '⇧⌘↓'],
  ['Control+Alt+=', 'Ctrl+Alt+=', '⌥⌘='],
  ['Control+Alt+-', 'Ctrl+Alt+−', '⌥⌘−'],
  ['Control+F9', 'Ctrl+F9', '⌘F9'],
  ['Alt+R', 'Alt+R', '⌥R'],
  ['?', '?', '?'],
])('%s is written %s, and %s on a Mac', (keys, elsewhere, mac) => {
  expect([keyCaps(keys, false), keyCaps(keys, true)]).toEqual([elsewhere, mac])
})

test('on a Mac, keys that macOS takes with the command key are written with Control', () => {
  expect(keyCaps('Control+M', true)).toBe('⌃M')
  expect(keyCaps('Control+Space', true)).toBe('⌃Space')
})
