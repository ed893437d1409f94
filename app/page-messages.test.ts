import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// A page sends only the messages that it names (<Words areas>); a component whose area is missing shows keys.

const root = join(import.meta.dirname, '..')
const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => /(^|\/)(page|error)\.tsx$/.test(name))
  .map(name => join('app', name))

test('there are pages to judge', () => expect(pages.length).toBeGreaterThan(20))

test.each(pages)('%s sends all messages that its components show', page => {
  const given = [page, ...layoutsAbove(page)].flatMap(areasGiven)
  const missing = [...areasShown(page)]
    .filter(([area]) => !given.some(each => isWithin(area, each)))
    .map(([area, component]) => `${area} (${component})`)
  expect(missing).toEqual([])
})

test.each(pages)('%s sends no messages that its components do not show', page => {
  const shown = [...areasShown(page).keys()]
  const needless = areasNamed(page).filter(
    area => !shown.some(each => isWithin(each, area) || isWithin(area, each)),
  )
  expect(needless).toEqual([])
})

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`)

/** Layouts around a page, by their paths. */
function layoutsAbove(page: string): string[] {
  const found: string[] = []
  for (let folder = dirname(page); folder !== '.'; folder = dirname(folder)) {
    const layout = join(folder, 'layout.tsx')
    if (existsSync(join(root, layout))) found.push(layout)
  }
  return found
}

/** Components around the contents of pages that name areas of their own. */
const SHELLS = ['app/(desk)/frame/frame.tsx', 'app/(desk)/drafts/drafts-page.tsx']

/** The areas that a page or a layout names, and those of the shells that it imports. */
function areasGiven(file: string): string[] {
  const shells = SHELLS.filter(shell => resolvedImports(file).includes(shell))
  return [file, ...shells].flatMap(areasNamed)
}

function areasNamed(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const lists = [...source.matchAll(/(?:areas=\{|_AREAS = )\[([^\]]*)\]/g)].map(([, list = '']) => list)
  return lists.flatMap(list => [...list.matchAll(/'([^']+)'/g)].map(([, area = '']) => area))
}

/**
 * The areas that a page's components show in the browser, each with one such component. Forms show the messages that
 * schemas name by full path.
 */
function areasShown(page: string): Map<string, string> {
  const shown = new Map<string, string>()
  const seen = new Set<string>()
  const left = [page]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = readFileSync(join(root, file), 'utf8')
    // Server actions are called, not rendered.
    if (/^\s*['"]use server['"]/.test(source) || source.startsWith("import 'server-only'")) continue
    for (const [, area = ''] of source.matchAll(/useTranslations\('([^']+)'\)/g)) shown.set(area, file)
    for (const [, area = ''] of source.matchAll(/'(auth\.fields|explanations\.messages)\.\w+'/g))
      shown.set(area, file)
    left.push(...resolvedImports(file))
  }
  return shown
}

const resolvedImports = (file: string): string[] =>
  importsOf(readFileSync(join(root, file), 'utf8')).flatMap(specifier => resolve(file, specifier) ?? [])

const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(/^(?:import|export) (?!type\b)[^'";]*?from '([^']+)'/gms),
    ...source.matchAll(/\bimport\('([^']+)'\)/g),
  ].map(([, specifier = '']) => specifier)

/** The path of an imported source; undefined for packages and other files. */
function resolve(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? join(dirname(from), specifier)
      : undefined
  if (base === undefined) return undefined
  return [`${base}.ts`, `${base}.tsx`].find(path => {
    const full = join(root, path)
    return existsSync(full) && statSync(full).isFile()
  })
}
