import { expect, test } from 'vitest'
import { isSearchShortcut } from './shortcut'

const press = (held: Partial<KeyboardEvent>) => ({
  ...{ key: 'k', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ...held,
})

test('Ctrl+K opens the search on Windows and Linux, Cmd+K on a Mac', () => {
  expect(isSearchShortcut(press({ ctrlKey: true }), false)).toBe(true)
  expect(isSearchShortcut(press({ metaKey: true }), true)).toBe(true)
  expect(isSearchShortcut(press({ key: 'K', ctrlKey: true }), false)).toBe(true)
})

test('Ctrl+K of a Mac stays with the text field, and other keys open nothing', () => {
  expect(isSearchShortcut(press({ ctrlKey: true }), true)).toBe(false)
  expect(isSearchShortcut(press({ metaKey: true }), false)).toBe(false)
  expect(isSearchShortcut(press({ ctrlKey: true, shiftKey: true }), false)).toBe(false)
  expect(isSearchShortcut(press({ ctrlKey: true, altKey: true }), false)).toBe(false)
  expect(isSearchShortcut(press({}), false)).toBe(false)
  expect(isSearchShortcut(press({ key: 'l', ctrlKey: true }), false)).toBe(false)
})
