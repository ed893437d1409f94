import { expect, test } from 'vitest'
import { lockfileProblems } from './lib/lockfile.mjs'

const good = {
  'node_modules/next': { version: '16.4.6' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/next-auth': { version: '4.24.15' },
}

test('versions at the minimum and above it are in order', () => {
  expect(lockfileProblems({ packages: good })).toEqual([])
})

test.each(['16.4.5', '15.9.9', '16.4.6-canary.1'])('next %s lacks security fixes', version => {
  const packages = { ...good, 'node_modules/next': { version } }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('next must be 16.4.6 or newer')])
})

test('a package from elsewhere than the public registry is named', () => {
  const resolved = 'https://registry.npmjs.org.evil.example/a.tgz'
  const packages = { ...good, 'node_modules/a': { version: '1.0.0', resolved } }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('node_modules/a comes from')])
})

test('a build for another system that the lockfile forgot is named, because npm ci would refuse', () => {
  const packages = {
    ...good,
    'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-darwin': '1.0.0' } },
  }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('a-darwin 1.0.0')])
})
