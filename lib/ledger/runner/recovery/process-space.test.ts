import { expect, test } from 'vitest'
import { processSpace } from './process-space'

const missing = () => {
  throw new Error('ENOENT')
}

test('processes of one container share a space; cloned machines and containers of one name do not', () => {
  const space = (boot: string, namespace: string) =>
    processSpace(
      'desk',
      () => `${boot}\n`,
      () => namespace,
    )
  expect(space('b1', 'pid:[1]')).toBe(space('b1', 'pid:[1]'))
  expect(new Set([space('b1', 'pid:[1]'), space('b2', 'pid:[1]'), space('b1', 'pid:[2]')]).size).toBe(3)
})

test('where the system says neither, the space is the host', () => {
  expect(processSpace('desk', missing, missing)).toBe('desk')
  expect(processSpace()).toBe(processSpace())
})
