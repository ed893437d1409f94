import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRoutePatterns } from './route-patterns'

const folder = mkdtempSync(join(tmpdir(), 'lading-routes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const manifest = join(folder, 'routes-manifest.json')
writeFileSync(
  manifest,
  JSON.stringify({
    staticRoutes: [{ page: '/search', regex: '^/search(?:/)?$' }],
    dynamicRoutes: [
      { page: '/history/orders/[id]', regex: '^/history/orders/([^/]+?)(?:/)?$' },
      { page: '/[...sheet]', regex: '^/(.+?)(?:/)?$' },
    ],
  }),
)

test.each([
  ['/search?q=山田 太郎', '/search'],
  ['/history/orders/taro@example.jp', '/history/orders/[id]'],
  ['/history/orders/../../search', '/search'],
  ['/orders/japan/%E5%B1%B1', '/[...sheet]'],
  ['http://taro.example/history/orders/1', '/history/orders/[id]'],
  ['/_next/static/chunks/a.js', 'static'],
  ['/icon.svg', 'static'],
  ['/', 'other'],
  ['*', 'other'],
])('%s has a pattern without what the client wrote: %s', (url, pattern) => {
  expect(readRoutePatterns(manifest).of(url)).toBe(pattern)
})

test('without a build every path is “other”', () => {
  expect(readRoutePatterns(join(folder, 'missing.json')).of('/history/orders/1')).toBe('other')
})
