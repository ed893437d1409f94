import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveSchema } from '@/lib/desk-api/drafts/changes'

// Rules that no single file can enforce, checked in the sources. Numbers: docs/security.md.

const root = join(import.meta.dirname, '..')
const read = (name: string) => ({ name, source: readFileSync(join(root, name), 'utf8') })

const sources = ['app', 'components', 'lib']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(read)

const withText = (pattern: RegExp, files = sources) =>
  files.filter(({ source }) => pattern.test(source)).map(({ name }) => name)

test('there are sources to judge', () => expect(sources.length).toBeGreaterThan(300))

test('nothing that one operator sees is cached for another (12)', () => {
  expect(withText(/['"]use cache|\bunstable_cache\b|\bcacheLife\b|force-static/)).toEqual([])
})

test('what covers a page keeps the keys of the page from acting behind it', () => {
  const covers = withText(/\.Backdrop\b/)
  expect(covers.length).toBeGreaterThan(3)
  expect(covers.filter(name => !/\bdata-modal\b/.test(read(name).source))).toEqual([])
})

test('texts are rendered as texts, and none is executed (13)', () => {
  expect(
    withText(
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
    ),
  ).toEqual([])
})

test('a link that opens a tab sends nothing to the other site (13)', () => {
  const opening = sources.flatMap(({ name, source }) =>
    [...source.matchAll(/<a\b[^>]*target="_blank"[^>]*>/gs)].map(([tag]) => ({ name, tag })),
  )
  expect(opening.length).toBeGreaterThan(0)
  expect(opening.filter(({ tag }) => !/rel="noopener noreferrer"/.test(tag))).toEqual([])
})

test('the proxy knows no session and no role, so no guard depends on it (8)', () => {
  const imported = [...read('proxy.ts').source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
  expect(imported).toEqual(['next/server', '@/lib/auth/path-header', '@/lib/env'])
})

test('each page of the desk checks the session itself: a request may leave out its frame (7)', () => {
  const pages = sources.filter(({ name }) => name.startsWith('app/(desk)/') && name.endsWith('/page.tsx'))
  expect(pages.length).toBeGreaterThan(10)
  expect(
    pages.filter(({ source }) => !/await requireOperator\(\)/.test(source)).map(({ name }) => name),
  ).toEqual([])
})

test('headers of the proxy grant no access (8)', () => {
  expect(withText(/\bPATH_HEADER\b/)).toEqual(['lib/auth/path-header.ts', 'lib/auth/session.ts'])
})

test('bodies of actions keep the size limit of Next, and come from no other origin (10)', () => {
  expect(read('next.config.js').source).not.toMatch(/serverActions|allowedOrigins|bodySizeLimit/)
})

test('a server parses workbooks in a thread with limits, and nowhere else (34)', () => {
  const elsewhere = sources.filter(({ name }) => !/^(components|lib\/(files|import))\//.test(name))
  expect(
    withText(/inflate|\bunzip|DecompressionStream|from '(hucre|fflate|xlsx|exceljs|read-excel)/i, elsewhere),
    // Saves of signed-in operators, up to a size, and what the server itself packed.
  ).toEqual(['app/body.ts', 'lib/store/ledger/payload-compression.ts'])
  expect(
    withText(/from '@\/lib\/(files\/(read|container|text|excel)\b|import\/reader\/reader')/, elsewhere),
  ).toEqual(['lib/desk/intake/thread/import-thread.ts'])
  const { source } = read('lib/desk/intake/thread/file-import.ts')
  expect(source).toMatch(/resourceLimits: \{ maxOldGenerationSizeMb/)
  expect(source).toMatch(/worker\.terminate\(\)/)
})

test('SQL comes from the query builder; texts become parameters (37)', () => {
  const store = sources.filter(({ name }) => name.startsWith('lib/store') && !name.includes('migrations'))
  // Positions of values and names of types; constant weights.
  expect(withText(/\bsql\.(raw|lit)\b/, store).toSorted()).toEqual([
    'lib/store/db/statements/json-rows.ts',
    'lib/store/drafts/pulses.ts',
  ])
  const pieced = store.flatMap(({ name, source }) =>
    [...source.matchAll(/\.(?:exec|prepare|query)\(\s*`[^`]*\$\{[^`]*`/g)].map(() => name),
  )
  // It counts the rows of each table of a backup: names of tables cannot be parameters.
  expect(pieced).toEqual(['lib/store/backup/sqlite-copy.ts'])
})

test('cells that are named like properties of objects are refused, and change no object (36)', () => {
  const line = '{"id":"1","rank":1,"before":null,"texts":{"items[].name":"y"}}'
  const head = '"draftId":"8f2f3a52-8d0f-4d5e-9d7d-0c5f6a1b2c3d","sheetId":"orders/japan","connectionId":"1"'
  const rest = '"name":"N","records":1,"editingSession":"s","seq":1,"seen":0,"removes":[]'
  const save = (lines: string) => saveSchema.safeParse(JSON.parse(`{${head},${rest},"lines":[${lines}]}`))
  expect(save(line).success).toBe(true)
  for (const cell of ['"__proto__":"x"', '"__proto__":{"admin":true}', '"constructor":"x"', '"toString":"x"'])
    expect(save(line.replace('"items[].name":"y"', cell)).success).toBe(false)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('each route answers all methods itself: Next refuses one without naming those that it takes', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const routes = sources.filter(({ name }) => name.startsWith('app/') && name.endsWith('/route.ts'))
  expect(routes.length).toBeGreaterThan(40)
  const wrong = routes.flatMap(({ name, source }) => {
    const exported = [
      ...source.matchAll(/^export (?:(?:const|async function) (\w+)|(?:const )?\{([^}]*)\})/gm),
    ]
      .flatMap(
        ([, one, many = '']) => one ?? many.split(',').map(part => part.trim().split(' ').at(-1) ?? ''),
      )
      .filter(method => methods.includes(method))
    const [, names = '', allow] =
      /^export const \{([^}]*)\} = refusedMethods\('([^']*)'\)/m.exec(source) ?? []
    const refused = names.split(/\W+/).filter(method => method !== 'OPTIONS')
    // Next derives HEAD from GET.
    const taken = methods.filter(method =>
      [method, ...(method === 'HEAD' ? ['GET'] : [])].some(
        one => exported.includes(one) && !refused.includes(one),
      ),
    )
    const isNamed = allow === undefined || allow === taken.join(', ')
    const isWhole = methods.every(method => method === 'HEAD' || exported.includes(method))
    return isWhole && isNamed ? [] : [name]
  })
  expect(wrong).toEqual([])
})
