import { expect, test } from 'vitest'
import { pidScope } from './pid-scope'

const missing = () => {
  throw new Error('ENOENT')
}

test('processes of one container share a scope; clones of a machine, and containers with the same name, do not', () => {
  const scope = (boot: string, namespace: string) =>
    pidScope(
      'desk',
      () => `${boot}\n`,
      () => namespace,
    )
  expect(scope('b1', 'pid:[1]')).toBe(scope('b1', 'pid:[1]'))
  expect(new Set([scope('b1', 'pid:[1]'), scope('b2', 'pid:[1]'), scope('b1', 'pid:[2]')]).size).toBe(3)
})

test('where the system has neither, the scope is the host name', () => {
  expect(pidScope('desk', missing, missing)).toBe('desk')
  expect(pidScope()).toBe(pidScope())
})
