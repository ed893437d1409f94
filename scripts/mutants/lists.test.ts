import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { equivalent } from './equivalent.mjs'
import { named } from './named.mjs'
import { targets } from './targets.mjs'

// `npm run mutants` stops at an entry that no longer fits the code; it runs rarely, so this finds such entries earlier.

test('each listed mutant changes code that its file has once, and names tests that exist', () => {
  const faults = named.flatMap(({ file, find, tests }) => [
    ...(readFileSync(file, 'utf8').split(find).length === 2 ? [] : [`${file}: ${find}`]),
    ...tests.filter(path => !existsSync(path)),
  ])
  expect(named.length).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

test('each equivalent mutant is about a line that its file has', () => {
  const faults = equivalent.filter(({ file, code }) => !readFileSync(file, 'utf8').includes(code))
  expect(faults.map(({ file, code }) => `${file}: ${code}`)).toEqual([])
})

test('the files to mutate exist', () => {
  expect(targets.map(({ file }) => file).filter(file => !existsSync(file))).toEqual([])
})
