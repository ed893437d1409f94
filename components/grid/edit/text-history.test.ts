import { expect, test } from 'vitest'
import { TextHistory } from './text-history'

const state = (text: string) => ({ text, caret: text.length })

test('what is typed in one go is undone in one step; a paste, a deletion and typing after an undo are steps of their own', () => {
  const history = new TextHistory(state(''))
  for (const text of ['a', 'ab', 'abc']) history.note(state(text), 'insertText')
  history.note(state('abcX'), 'insertFromPaste')
  history.note(state('abcXY'), 'insertFromPaste')
  for (const text of ['abcX', 'abc']) history.note(state(text), 'deleteContentBackward')
  expect(history.go(-1)?.text).toBe('abcXY')
  expect(history.go(-1)?.text).toBe('abcX')
  expect(history.go(-1)?.text).toBe('abc')
  history.note(state('abcd'), 'insertText')
  expect(history.go(1)).toBeUndefined()
  expect(history.go(-1)?.text).toBe('abc')
  expect(history.isAtStart).toBe(false)
  expect(history.go(-1)?.text).toBe('')
  expect(history.isAtStart).toBe(true)
  expect(history.go(-1)).toBeUndefined()
  expect(history.go(1)?.text).toBe('abc')
})
