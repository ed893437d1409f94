import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Next lets anybody call whatever a 'use server' file exports, by its id, from any page, signed in or not.

const serverFiles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => ({ name, source: readFileSync(join(import.meta.dirname, name), 'utf8') }))
  .filter(({ source }) => /^\s*['"]use server['"]/m.test(source))

test('there are server actions to judge', () => {
  expect(serverFiles.map(file => file.name)).toContain('setup/actions.ts')
})

test.each(serverFiles)('$name exports only actions that check who asks', ({ source }) => {
  const guarded = /^export const \w+ = (action|publicAction)\(/
  const exports = source.split('\n').filter(line => line.startsWith('export '))
  expect(exports.length).toBeGreaterThan(0)
  expect(exports.filter(line => !guarded.test(line) && !/^export (type|interface) /.test(line))).toEqual([])
  // A directive inside a function would make an action that this test does not see.
  expect(source.match(/['"]use server['"]/g)).toHaveLength(1)
})

test('only whoever holds a link has an action for who is not signed in', () => {
  const open = serverFiles.filter(({ source }) => source.includes('publicAction('))
  expect(open.map(file => file.name).toSorted()).toEqual(['invitation/actions.ts', 'setup/actions.ts'])
})
