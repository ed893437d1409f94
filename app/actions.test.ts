import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Next lets any client call any export of a 'use server' file by its id, from any page, signed in or not.

const serverFiles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => ({ name, source: readFileSync(join(import.meta.dirname, name), 'utf8') }))
  .filter(({ source }) => /^\s*['"]use server['"]/m.test(source))

test('there are server actions to judge', () => {
  expect(serverFiles.map(file => file.name)).toContain('setup/actions.ts')
})

test.each(serverFiles)('$name exports only actions that check the caller', ({ source }) => {
  const guarded = /^export const \w+ = (action|publicAction)\(/
  const exports = source.split('\n').filter(line => line.startsWith('export '))
  expect(exports.length).toBeGreaterThan(0)
  expect(exports.filter(line => !guarded.test(line) && !/^export (type|interface) /.test(line))).toEqual([])
  // This test would not see the action of a directive inside a function.
  expect(source.match(/['"]use server['"]/g)).toHaveLength(1)
})

test('without a session, only one-time links have actions', () => {
  const open = serverFiles.filter(({ source }) => source.includes('publicAction('))
  expect(open.map(file => file.name).toSorted()).toEqual(['invitation/actions.ts', 'setup/actions.ts'])
})
