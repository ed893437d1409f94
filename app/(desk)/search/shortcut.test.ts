import { expect, test } from 'vitest'
import { isSearchShortcut } from './shortcut'

const keyEvent = (held: Partial<KeyboardEvent>) => ({
  ...{ key: 'k', code: 'KeyK', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ...held,
})

test('Ctrl+K opens the search on Windows and Linux, Cmd+K on a Mac', () => {
  expect(isSearchShortcut(keyEvent({ ctrlKey: true }), false)).toBe(true)
  expect(isSearchShortcut(keyEvent({ metaKey: true }), true)).toBe(true)
  expect(isSearchShortcut(keyEvent({ key: 'K', ctrlKey: true }), false)).toBe(true)
  // With a Korean input method.
  expect(isSearchShortcut(keyEvent({ key: 'ㅏ', ctrlKey: true }), false)).toBe(true)
})

test('Ctrl+K of a Mac stays with the text field, and other keys open nothing', () => {
  expect(isSearchShortcut(keyEvent({ ctrlKey: true }), true)).toBe(false)
  expect(isSearchShortcut(keyEvent({ metaKey: true }), false)).toBe(false)
  expect(isSearchShortcut(keyEvent({ ctrlKey: true, shiftKey: true }), false)).toBe(false)
  expect(isSearchShortcut(keyEvent({ ctrlKey: true, altKey: true }), false)).toBe(false)
  expect(isSearchShortcut(keyEvent({}), false)).toBe(false)
  expect(isSearchShortcut(keyEvent({ key: 'l', code: 'KeyL', ctrlKey: true }), false)).toBe(false)
})
