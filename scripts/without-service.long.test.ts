import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000 })

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'lading-desk-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The embedded service: the desk reaches it only by HTTP, like any other service. */
const service = ['lib/service', 'app/open-api', 'app/simulator']

test('the desk compiles without the embedded service', () => {
  for (const name of ['app', 'components', 'lib', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: path => !/\.test\.tsx?$/.test(path),
    })
  for (const name of readdirSync(root).filter(name =>
    /^(instrumentation|instrumentation-client|proxy)\.ts$/.test(name),
  ))
    cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const name of service) rmSync(join(copy, name), { recursive: true })
  // Next writes its own with the build, which runs beside the tests.
  writeFileSync(
    join(copy, 'next-env.d.ts'),
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  )
  const config = { extends: './tsconfig.json', compilerOptions: { incremental: false, plugins: [] } }
  writeFileSync(join(copy, 'tsconfig.desk.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const problems = () => {
    try {
      execFileSync(process.execPath, [compiler, '--noEmit', '-p', 'tsconfig.desk.json'], { cwd: copy })
      return ''
    } catch (error) {
      return String((error as { stdout?: Buffer }).stdout)
    }
  }
  expect(problems()).toBe('')
})
