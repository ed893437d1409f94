import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mask, readImports } from '../lib/imports.mjs'
import { inRoot } from '../lib/root.mjs'

/** They check what others check as well, with so many random sequences of edits that they take a minute. */
const tooSlow = ['lib/sheet/model.test.ts']

const known = new Map()

/** Files of the project that a file imports, as paths below its root; types alone are no imports. */
function importsOf(path) {
  const before = known.get(path)
  if (before) return before
  const source = readFileSync(inRoot(path), 'utf8')
  const found = readImports(source, mask(source)).flatMap(({ specifier, type }) => {
    if (type || !/^(\.|@\/)/.test(specifier)) return []
    const base = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(path), specifier)
    return [base, `${base}.ts`, `${base}.tsx`].filter(one => /\.\w+$/.test(one) && existsSync(inRoot(one)))
  })
  known.set(path, found)
  return found
}

/** How many imports lead from each file that `path` reaches back to it. */
function distancesFrom(path) {
  const distances = new Map([[path, 0]])
  for (const [file, distance] of distances)
    for (const next of importsOf(file)) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}

/**
 * Tests of a file's folder that reach it by at most `far` imports and need no database: those that import it
 * themselves, and the others.
 */
export function relatedTests(file, far = Number.POSITIVE_INFINITY) {
  const folder = dirname(file)
  const near = []
  const others = []
  for (const name of readdirSync(inRoot(folder)).sort()) {
    const test = `${folder}/${name}`
    if (!/(?<!\.long)\.test\.ts$/.test(name) || tooSlow.includes(test)) continue
    const distances = distancesFrom(test)
    const distance = distances.get(file)
    if (distance === undefined || distance > far || distances.has('lib/store/database.ts')) continue
    if (distance === 1) near.push(test)
    else others.push(test)
  }
  return { near, others }
}
