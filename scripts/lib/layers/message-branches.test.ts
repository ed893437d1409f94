import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageBranches } from './message-branches.mjs'

const root = join(import.meta.dirname, '..', '..', '..')

/** Sources of the product, without tests. */
const sources = new Map(
  ['app', 'components', 'lib'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map(path => [path, readFileSync(join(root, path), 'utf8')] as const),
  ),
)

/** Files that read a text for another purpose than to decide what an error of a shipping API means. */
const exceptions: Readonly<Record<string, string>> = {
  'components/workbench/requests/request-failure.ts':
    'a response of our own server, which throws it as an error',
  'lib/contract/validation/failure-message.ts': 'reads what this file wrote itself',
  'lib/log/redact.ts': 'masks secrets in the log',
  'lib/sheet/acts/find/find-pattern.ts': 'cuts the message about a mistyped regular expression',
  'lib/store/backup/archive.ts': 'the decryption has no code for a wrong passphrase, only a text',
  'lib/store/backup/postgres-dump.ts': 'pg_dump has no code for being too old, only a text',
  'lib/store/backup/space.ts': 'pg_dump has no code for a full disk, only a text',
  'lib/store/db/postgres/postgres.ts': 'an error of the driver has no code, only its text',
  'lib/words/sentences/isolated.ts': 'looks for characters that turn the direction of writing',
}

test('no code decides by the text of a message of a shipping API', () => {
  expect(sources.size).toBeGreaterThan(700)
  const found = messageBranches(sources)
  expect(found.filter(({ path }) => !(path in exceptions))).toEqual([])
  // An exception without a use must be deleted.
  expect(new Set(found.map(({ path }) => path))).toEqual(new Set(Object.keys(exceptions)))
})

const snippet = (code: string) => messageBranches(new Map([['lib/a.ts', code]])).map(({ what }) => what)

test.each([
  ['equality', `export const f = mark => mark.message === '이미 등록된 주문번호입니다.'`],
  ['a constant', `const KNOWN = '필수'; export const f = mark => KNOWN !== mark.message`],
  ['a part', `export const f = ({ message }) => message.includes('우편번호')`],
  ['a form of it', `export const f = mark => (mark.message ?? '').trim().toLowerCase() == 'required'`],
  ['a pattern', `const re = /우편/; export const f = failure => re.test(failure.errorMessage)`],
  ['a match', `export const f = ({ message: m = '' }) => m.match(/\\d자리/)`],
  ['a switch', `export function f(one) { switch (one.message) { case 'x': return 1 } }`],
  ['a table', `const table = { 필수: 'missing' }; export const f = one => table[one['message']]`],
  ['a set', `const known = new Set(['필수']); export const f = one => known.has(one.message)`],
  ['a list', `export const f = one => ['a', 'b'].includes(one?.message)`],
  ['a key', `export const f = one => one.message in { a: 1 }`],
  [
    'a variable',
    `export function f(one) { const text = one.message; const t = text.slice(1); return t === 'a' }`,
  ],
  ['a function', `const g = text => text.startsWith('필수'); export const f = one => g(one.message)`],
  ['a template', `export const f = one => \`\${one.message} \` === 'a '`],
])('a decision by %s is found', (_, code) => {
  expect(snippet(code)).toHaveLength(1)
})

test.each([
  ['another message', `export const f = (a, b) => a.message === b.message`],
  ['nothing', `export const f = one => one.message.trim() === '' || one.message === undefined`],
  ['what operators say', `export const f = (one, texts) => texts.get(one.message)`],
  ['a mask', `export const f = one => one.message.replaceAll(/\\d+/g, '#')`],
  ['other texts', `export const f = one => one.code === 'missing' && one.field.startsWith('items')`],
])('a comparison with %s is not a decision', (_, code) => {
  expect(snippet(code)).toEqual([])
})

test('a message is followed into another file, and a planted decision there is found', () => {
  const files = new Map(sources)
  const path = 'lib/sheet/judge/explanations/message-template.ts'
  const source = files.get(path) ?? ''
  const planted = source.replace(
    'values: readonly string[], mask: Mask): string {',
    all => `${all}\n  if (message.startsWith('필수')) return ''`,
  )
  expect(planted).not.toBe(source)
  expect(messageBranches(files.set(path, planted)).filter(one => one.path === path)).toHaveLength(1)
})
