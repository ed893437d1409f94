import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messagesOf } from './messages'

// A message counts as used where a source that names its area has its key as a text or in a template. Where a source
// computes keys, as in `t(code)`, texts of all sources count. So a message that is used is never reported; one that
// is not used may stay unnoticed.

const root = join(import.meta.dirname, '../..')

/** Areas whose keys are not searched for: groups of columns, kinds of origins, and what scripts say on a terminal. */
const computed: readonly string[] = ['columnGroups', 'intake.fill.origins', 'terminal']

interface Source {
  readonly areas: readonly string[]
  readonly text: string
}

test('every message is used', () => {
  const all = sourcesBelow(['app', 'components', 'lib', 'scripts'])
  const sources = all.map((text): Source => ({ text, areas: areasIn(text) }))
  const anywhere = keysIn(all)
  const isWhole = new Set(all.flatMap(textsIn))
  const searched = paths(messagesOf('en')).filter(
    path => !isWhole.has(path) && !computed.some(area => isIn(path, area)),
  )
  const unused = new Set(searched)
  for (const { text, areas } of sources) {
    if (areas.length === 0) continue
    const isKey = computesKeys(text) ? anywhere : keysIn([text])
    for (const path of unused) {
      if (areas.some(area => isIn(path, area) && isKey(path.slice(area.length + 1)))) unused.delete(path)
    }
  }
  expect([...unused]).toEqual([])
})

/** The texts of all sources but tests. */
const sourcesBelow = (folders: readonly string[]): string[] =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )

const areas = areasOf(messagesOf('en'))

/** The areas that a source names: where it asks for a translator, or for the type of one. */
function areasIn(source: string): string[] {
  const named = textsIn(source).filter(text => areas.has(text))
  if (/useWorkbenchTranslations|WorkbenchTranslator/.test(source)) named.push('workbench')
  if (/SheetWords|ActContext|words\.message/.test(source)) named.push('workbench.announced')
  return [...new Set(named)]
}

/** Whether a translator is called with a value: `t(code)`, `t(problem.code, { count })`. */
const computesKeys = (source: string): boolean =>
  /(?:\b(?:t|\w+Words|t[A-Z]\w*)(?:\.rich|\.has)?|\bgetTranslations\('[\w.]+'\))\([a-z][\w.]*(?: as [^,)]+)?[,)]/.test(
    source,
  )

/** Whether a text of some sources, a name of theirs, or a template may be a key. */
function keysIn(sources: readonly string[]): (key: string) => boolean {
  const texts = new Set(sources.flatMap(textsIn))
  const templates = sources.flatMap(source =>
    [...source.matchAll(/`((?:[\w.-]|\$\{[^{}`]*\})+)`/g)].flatMap(([, text = '']) => templateOf(text)),
  )
  return key => texts.has(key) || templates.some(template => template.test(key))
}

/** A template as a pattern; none where anything would match. */
function templateOf(text: string): RegExp[] {
  const parts = text.split(/\$\{[^{}]*\}/)
  if (parts.length === 1 || !parts.some(part => /\w/.test(part))) return []
  return [new RegExp(`^${parts.map(part => part.replaceAll('.', '\\.')).join('.+')}$`)]
}

/** Texts, and names of properties, as in `{ busy: 1 }`. */
const textsIn = (source: string): string[] => [
  ...[...source.matchAll(/'([\w.-]+)'/g)].map(([, text = '']) => text),
  ...[...source.matchAll(/\b([A-Za-z_]\w*)(?=\s*:)/g)].map(([, name = '']) => name),
]

const isIn = (path: string, area: string): boolean => path.startsWith(`${area}.`)

function paths(tree: object, at = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? `${at}${key}` : paths(value as object, `${at}${key}.`),
  )
}

function areasOf(tree: object, at = ''): Set<string> {
  const found = new Set<string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') continue
    found.add(`${at}${key}`)
    for (const area of areasOf(value as object, `${at}${key}.`)) found.add(area)
  }
  return found
}
