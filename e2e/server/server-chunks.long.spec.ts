import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'

/** Every JavaScript file that the server of the build may load. */
const chunks = readdirSync('.next/server', { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.js'),
)

test('no package that uses assert is bundled into the server', () => {
  expect(chunks.length).toBeGreaterThan(100)
  // How a bundle loads a module of Node: e.x("node:fs", () => require("node:fs")).
  const loads = (module: string) => new RegExp(`\\((["'\`])(node:)?${module}(/strict)?\\1`)
  const loading = (pattern: RegExp) =>
    chunks.filter(file => pattern.test(readFileSync(join('.next/server', file), 'utf8')))
  // The pattern must find something; otherwise an empty result would prove nothing.
  expect(loading(loads('crypto')).length).toBeGreaterThan(0)
  // After a failed assertion Node parses the line of the call, which in a bundle is the whole file, and blocks the
  // server. Add the package to serverExternalPackages in next.config.js.
  expect(loading(loads('assert'))).toEqual([])
})
