import { expect, test } from 'vitest'
import { lockfileProblems } from './lockfile.mjs'

const integrity = `sha512-${'A'.repeat(86)}==`

const good = {
  '': { version: '0.1.0' },
  'node_modules/next': { version: '16.4.6', integrity },
  'node_modules/react': { version: '19.3.1', integrity },
  'node_modules/next-auth': { version: '4.24.15', integrity },
}

test('versions at the minimum and above it are accepted', () => {
  expect(lockfileProblems({ packages: good })).toEqual([])
})

test.each(['16.4.5', '15.9.9', '16.4.6-canary.1'])('next %s lacks security fixes', version => {
  const packages = { ...good, 'node_modules/next': { version, integrity } }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('next must be 16.4.6 or newer')])
})

test('a package from elsewhere than the public registry is reported', () => {
  const resolved = 'https://registry.npmjs.org.evil.example/a.tgz'
  const packages = { ...good, 'node_modules/a': { version: '1.0.0', resolved, integrity } }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('node_modules/a comes from')])
})

test('a build for another system that the lockfile lacks is reported, because npm ci would refuse', () => {
  const packages = {
    ...good,
    'node_modules/a': { version: '1.0.0', integrity, optionalDependencies: { 'a-darwin': '1.0.0' } },
  }
  expect(lockfileProblems({ packages })).toEqual([expect.stringContaining('a-darwin 1.0.0')])
})

test.each([undefined, '', 'sha1-AAAA', integrity.slice(0, -3)])(
  'a package with the hash %s is reported, because npm would install anything',
  hash => {
    const a = { version: '1.0.0', ...(hash !== undefined && { integrity: hash }) }
    const packages = { ...good, 'node_modules/b/node_modules/@s/a': a }
    expect(lockfileProblems({ packages })).toEqual([
      expect.stringContaining('npm view @s/a@1.0.0 dist.integrity'),
    ])
  },
)

test('a build without a known hash is accepted in the version that has none, and in no other', () => {
  const of = (version: string, hash?: string) =>
    lockfileProblems({
      packages: {
        ...good,
        'node_modules/@next/swc-darwin-x64': { version, ...(hash && { integrity: hash }) },
      },
    })
  expect(of('16.4.6')).toEqual([])
  expect(of('16.4.7')).toEqual([expect.stringContaining('has no SHA-512')])
  expect(of('16.4.6', integrity)).toEqual([expect.stringContaining('delete it from')])
})
