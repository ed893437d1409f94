import { expect, test } from 'vitest'
import { UnsentName } from './unsent-name'

/** The storage of a tab. */
function openTab() {
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
  return { held, nameOf: (draft: string, operator: string) => new UnsentName(draft, operator, () => storage) }
}

test('a name without a response is kept for the draft and its operator, until there is one', () => {
  const { held, nameOf } = openTab()
  nameOf('d1', 'mina').keep('Monday')
  expect(nameOf('d1', 'mina').read()).toBe('Monday')
  expect([nameOf('d2', 'mina').read(), nameOf('d1', 'jun').read()]).toEqual([undefined, undefined])
  nameOf('d1', 'mina').keep(undefined)
  expect(held.size).toBe(0)
})

test('a tab without free space keeps no name, and renames all the same', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const name = new UnsentName('d1', 'mina', () => ({
    getItem: () => null,
    setItem: full,
    removeItem: () => {},
  }))
  expect(() => name.keep('Monday')).not.toThrow()
})
