import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readModule } from './imports.mjs'
import { layerProblems } from './layers.mjs'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** The problems of a project with these files; a file that is only imported may be omitted. */
function judge(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'lading-layers-'))
  roots.push(root)
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return layerProblems(root)
}

const server = "import 'server-only'\n"
const orders = { 'lib/contract/orders.ts': 'export const japanOrder = 1\n' }

describe('between layers', () => {
  test('the sheet may import the contract', () => {
    expect(
      judge({ ...orders, 'lib/sheet/a.ts': "import { japanOrder } from '@/lib/contract/orders'\n" }),
    ).toEqual([])
  })

  test.each([
    ['lib/contract/a.ts', '@/lib/sheet/draft/draft', 'contract may not import sheet'],
    ['lib/sheet/a.ts', '@/lib/store/drafts/drafts', 'sheet may not import store'],
    ['lib/client/a.ts', '@/lib/service/orders', 'client may not import service'],
    ['lib/service/a.ts', '@/lib/client/call', 'service may not import client'],
    ['lib/ledger/rules/classify.ts', '@/lib/client/call', 'ledger rules may not import client'],
    ['components/grid/a.tsx', '@/lib/contract/orders', 'grid may not import contract'],
    ['components/workbench/a.tsx', '@/lib/client/call', 'workbench may not import client'],
    ['lib/auth/a.ts', '@/app/page', 'no layer imports app'],
    ['e2e/a.spec.ts', '@/lib/store/drafts/drafts', 'e2e may not import store'],
    ['scripts/a.ts', '@/lib/auth/session', 'scripts may not import auth'],
    ['lib/client/address-guard.ts', '@/testing/store/databases', 'store suite is for tests only'],
    ['testing/sheet/reference-orders.ts', '@/lib/sheet/orders/grouping', 'sheet oracle may not import sheet'],
    ['lib/sheet/workbook/workbook.ts', '@/testing/sheet/reference-orders', 'sheet oracle is for tests only'],
  ])('%s may not import %s', (path, specifier, sentence) => {
    const lines = judge({ [path]: `${server}\nimport { it } from '${specifier}'\nit()\n` })
    expect(lines).toContainEqual(expect.stringContaining(`${path}:3: imports '${specifier}': ${sentence}`))
  })

  test('a re-export, a dynamic import and a require are imports, too', () => {
    const source =
      "export { a } from '@/lib/store/a'\nawait import('@/lib/store/b')\nrequire('@/lib/store/c')\n"
    expect(judge({ 'lib/sheet/a.ts': source })).toHaveLength(3)
  })

  test('a row that grants types grants nothing more', () => {
    const lines = judge({
      ...orders,
      'lib/store/a.ts': `${server}import type { A } from '@/lib/contract/orders'\nexport type B = A\n`,
      'lib/store/b.ts': `${server}import { japanOrder } from '@/lib/contract/orders'\njapanOrder\n`,
    })
    expect(lines).toEqual([expect.stringContaining('lib/store/b.ts:2:')])
    expect(lines[0]).toContain('with `import type` it may')
  })

  test('a folder without a row may import nothing, and no layer may import it', () => {
    const lines = judge({
      ...orders,
      'lib/fresh/a.ts': "import { japanOrder } from '@/lib/contract/orders'\nexport const a = japanOrder\n",
      'lib/sheet/a.ts': "import { a } from '@/lib/fresh/a'\na\n",
    })
    expect(lines).toEqual([
      expect.stringContaining('lib/fresh/a.ts:1:'),
      expect.stringContaining('lib/fresh/a.ts is in no layer'),
    ])
  })

  test('a test beside a file may use the store suite, and server tests their neighbours, never app', () => {
    const source =
      "import { test } from 'vitest'\nimport { suite } from '@/testing/store/databases'\ntest('', suite)\n"
    expect(judge({ 'lib/auth/a.test.ts': source })).toEqual([])
    expect(judge({ 'lib/client/a.test.ts': "import { serve } from '@/lib/service/serve'\nserve\n" })).toEqual(
      [],
    )
    expect(judge({ 'lib/client/a.test.ts': "import { GET } from '@/app/route'\nGET\n" })).toHaveLength(1)
  })
})

describe('between modules', () => {
  const inside = { 'lib/sheet/orders/ordinals.ts': 'export const ordinal = 1\n' }

  test('the entries of a module are the listed files, and the file of its name', () => {
    expect(
      judge({
        'lib/sheet/orders/grouping.ts': 'export const group = 1\n',
        'lib/sheet/judge/a.ts': "import { group } from '@/lib/sheet/orders/grouping'\ngroup\n",
        'lib/sheet/orders/orders.ts': 'export const order = 1\n',
        'lib/sheet/judge/b.ts': "import { order } from '@/lib/sheet/orders/orders'\norder\n",
      }),
    ).toEqual([])
  })

  test('only its own module imports a file inside of a module', () => {
    const source = "import { ordinal } from '@/lib/sheet/orders/ordinals'\nordinal\n"
    expect(judge({ ...inside, 'lib/sheet/judge/a.ts': source })).toEqual([
      expect.stringContaining('ordinals is inside of lib/sheet/orders'),
    ])
    const neighbour = "import { ordinal } from './ordinals'\nordinal\n"
    expect(judge({ ...inside, 'lib/sheet/orders/a.ts': neighbour })).toEqual([])
  })

  test('tests and benches may look into a module', () => {
    const source = "import { ordinal } from '@/lib/sheet/orders/ordinals'\nordinal\n"
    expect(judge({ ...inside, 'lib/sheet/judge/a.test.ts': source, 'scripts/bench/a.ts': source })).toEqual(
      [],
    )
  })
})

describe('packages', () => {
  test.each([
    ['lib/contract/a.ts', 'react'],
    ['lib/sheet/a.ts', 'next/headers'],
    ['lib/sheet/b.ts', 'node:fs'],
    ['lib/ledger/rules/transitions.ts', 'react'],
    ['components/ui/a.tsx', 'zod'],
    ['app/page.tsx', 'kysely'],
    ['scripts/a.mjs', 'pg'],
  ])('%s may not import %s', (path, specifier) => {
    expect(judge({ [path]: `import it from '${specifier}'\nit()\n` })).toEqual([
      expect.stringContaining(`'${specifier}'`),
    ])
  })

  test('the database drivers are imported in store', () => {
    expect(judge({ 'lib/store/a.ts': `${server}import { sql } from 'kysely'\nsql\n` })).toEqual([])
  })
})

describe('the form of a file', () => {
  test('only lib/env.ts reads process.env', () => {
    const source = 'export const port = process.env.PORT\n'
    expect(judge({ 'lib/env.ts': source })).toEqual([])
    expect(judge({ 'components/ui/a.tsx': `\n${source}` })).toEqual([
      expect.stringContaining('components/ui/a.tsx:2:'),
    ])
    expect(judge({ 'app/a.ts': "import { env } from 'node:process'\nenv\n" })).toHaveLength(1)
  })

  test('a server file begins with server-only, after comments at most', () => {
    expect(judge({ 'lib/auth/a.ts': `/** Why. */\n${server}export const a = 1\n` })).toEqual([])
    expect(judge({ 'lib/auth/a.ts': 'export const a = 1\n' })).toEqual([
      expect.stringContaining('server-only'),
    ])
    expect(judge({ 'lib/auth/a.ts': `import 'zod'\n${server}` })).toEqual([
      expect.stringContaining('server-only'),
    ])
  })

  test('a file that only re-exports is a barrel', () => {
    const barrel = "import { b } from './b'\nexport * from './a'\nexport { b }\n"
    expect(judge({ 'lib/sheet/all.ts': barrel })).toEqual([
      expect.stringContaining('lib/sheet/all.ts:1: only hands on'),
    ])
    expect(judge({ 'lib/sheet/all.ts': `${barrel}export const c = 1\n` })).toEqual([])
  })

  test('a cycle of imports is reported once, type imports included', () => {
    const a = "import { b } from './b'\nexport const a = () => b\n"
    const b = "import { a } from './a'\nexport const b = () => a\n"
    const lines = judge({ 'lib/sheet/a.ts': a, 'lib/sheet/b.ts': b })
    expect(lines).toEqual([expect.stringContaining('lib/sheet/a.ts → lib/sheet/b.ts → lib/sheet/a.ts')])
    expect(
      judge({ 'lib/sheet/a.ts': a, 'lib/sheet/b.ts': b.replace('import {', 'import type {') }),
    ).toHaveLength(1)
  })

  test('a file imports only its neighbours relatively', () => {
    const source = "import { a } from '../contract/orders'\na\n"
    expect(judge({ ...orders, 'lib/sheet/a.ts': source })).toEqual([
      expect.stringContaining("'@/lib/contract/orders'"),
    ])
    expect(judge({ 'app/(desk)/a.ts': "import { b } from '../b'\nb\n" })).toHaveLength(1)
    expect(judge({ 'lib/store/migrations/a.ts': `${server}import { b } from '../b'\nb\n` })).toEqual([])
  })
})

describe('reading a source', () => {
  test('text in comments, strings, templates and patterns is not an import', () => {
    const source = [
      "// import a from 'a'",
      "/* import b from 'b' */",
      `const text = "import c from 'c'"`,
      `const template = \`import d from 'd' \${\`\${1}import e from 'e'\`}\``,
      `const pattern = /import f from 'f'/`,
      "import g, { type h } from 'g'",
    ].join('\n')
    expect(readModule('a.tsx', source).imports).toEqual([
      { specifier: 'g', line: 6, type: false, dynamic: false },
    ])
  })

  test('code inside a template is code', () => {
    const source = `const a = \`\${await import('a')} and \${{ b: await import('b') }.b}\``
    expect(readModule('a.tsx', source).imports.map(one => one.specifier)).toEqual(['a', 'b'])
  })

  test('an apostrophe in the text of an element hides no later line', () => {
    const source = "const a = <p>Don't</p>\nawait import('b')\n"
    expect(readModule('a.tsx', source).imports.map(one => one.specifier)).toEqual(['b'])
  })

  test('a source that cannot be parsed is an error, and not a file without imports', () => {
    expect(() => readModule('a.ts', 'const = 1')).toThrow('a.ts')
  })
})
