import { expect, test } from 'vitest'
import { isAtLeast, mayReadEvidence } from './roles'

test('each role includes the permissions of the roles before it', () => {
  const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const
  const may = roles.map(role => roles.filter(needed => isAtLeast(role, needed)))
  expect(may.map(list => list.length)).toEqual([1, 2, 3, 4])
  expect(may[1]).toEqual(['viewer', 'editor'])
})

test('an unknown role has no permissions', () => {
  expect(isAtLeast('owner' as 'viewer', 'viewer')).toBe(false)
})

test('only a viewer reads no evidence', () => {
  const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const
  expect(roles.filter(mayReadEvidence)).toEqual(['editor', 'registrar', 'administrator'])
})
