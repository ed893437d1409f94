import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readModule } from '../lib/layers/imports.mjs'
import { inRoot } from '../lib/root.mjs'

/** Tests that take a minute, because they try many random sequences of edits; other tests check the same. */
const slowTests = ['lib/sheet/workbook/model.test.ts']

/** Imports by path. */
const cache = new Map()

/** Files of the project that a file imports at run time, as paths below the root. */
function importsOf(path) {
  const cached = cache.get(path)
  if (cached) return cached
  const source = readFileSync(inRoot(path), 'utf8')
  const found = readModule(path, source).imports.flatMap(({ specifier, type }) => {
    if (type || !/^(\.|@\/)/.test(specifier)) return []
    const base = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(path), specifier)
    return [base, `${base}.ts`, `${base}.tsx`].filter(
      one => /\.(ts|tsx|mjs)$/.test(one) && existsSync(inRoot(one)),
    )
  })
  cache.set(path, found)
  return found
}

/** Every file that `path` imports, directly or not, with the number of imports that lead to it. */
function distancesFrom(path) {
  const distances = new Map([[path, 0]])
  for (const [file, distance] of distances)
    for (const next of importsOf(file)) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}

/**
 * Tests of a file's module (`lib/sheet`) that import it over at most `far` imports and need no database.
 * @returns `near`: tests that import it directly; `others`: the rest
 */
export function relatedTests(file, far = Number.POSITIVE_INFINITY) {
  const folder = file.split('/').slice(0, 2).join('/')
  const near = []
  const others = []
  for (const name of readdirSync(inRoot(folder), { recursive: true }).sort()) {
    const test = `${folder}/${name.replaceAll('\\', '/')}`
    if (!/(?<!\.long)\.test\.ts$/.test(name) || slowTests.includes(test)) continue
    const distances = distancesFrom(test)
    const distance = distances.get(file)
    if (distance === undefined || distance > far || distances.has('lib/store/db/database.ts')) continue
    if (distance === 1) near.push(test)
    else others.push(test)
  }
  return { near, others }
}
