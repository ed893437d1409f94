import { expect, test } from 'vitest'
import { addRecent, type RecentItem, readRecent } from './recent-items'

function memory(): Pick<Storage, 'getItem' | 'setItem'> & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return { texts, getItem: key => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) }
}

const item = (number: number): RecentItem => ({
  kind: 'order',
  href: `/history/orders/${number}`,
  title: `N-${number}`,
})

test('the latest item comes first, each once, and old ones are dropped', () => {
  const storage = memory()
  for (let i = 1; i <= 10; i++) addRecent(storage, 'mina', item(i))
  addRecent(storage, 'mina', item(5))
  expect(readRecent(storage, 'mina').map(({ title }) => title)).toEqual(
    [5, 10, 9, 8, 7, 6, 4, 3].map(number => `N-${number}`),
  )
})

test('an operator does not see what another one opened in the same browser', () => {
  const storage = memory()
  addRecent(storage, 'mina', item(1))
  expect(readRecent(storage, 'jun')).toEqual([])
})

test('the browser keeps no recipient', () => {
  const storage = memory()
  addRecent(storage, 'mina', { ...item(1), recipient: '김민지' } as RecentItem)
  expect([...storage.texts.values()].join()).not.toContain('김민지')
})

test('what is not a list of items counts as none, and no item leads off the desk', () => {
  for (const text of ['', 'x', '{}', '[1]', '[{"kind":"order","href":"//evil.example","title":"N-1"}]']) {
    const storage = { getItem: () => text }
    expect(readRecent(storage, 'mina')).toEqual([])
  }
})

test('a browser that stores nothing has no recent items', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => addRecent(storage, 'mina', item(1))).not.toThrow()
})
