import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { config, proxy } from '@/proxy'

vi.stubEnv('NODE_ENV', 'production')

const passes = (path: string) => new RegExp(`^${config.matcher}$`).test(path)
const headersOf = (path = '/') => proxy(new NextRequest(`https://desk.shop.example${path}`)).headers

test('bodies of the API and of sign-in bypass the proxy, which would cut them off', () => {
  for (const path of [
    '/open-api/v1/orders',
    '/open-api/v1/link/products',
    '/simulator/503/open-api/v1/orders',
    '/desk-api/v1/files',
  ])
    expect(passes(path)).toBe(false)
  for (const path of ['/api/auth/callback/credentials', '/healthz', '/metrics', '/_next/static/chunks/a.js'])
    expect(passes(path)).toBe(false)
})

test('icons, the manifest and images of the manual bypass the proxy: every file in public/ is excluded', () => {
  const files = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(relative('public', entry.parentPath), entry.name))
  expect(files).toContain('favicon.ico')
  for (const file of files) expect(passes(`/${file}`), file).toBe(false)
})

test('every page passes the proxy, even one whose address ends like a file name', () => {
  for (const path of [
    '/',
    '/help/backup',
    '/orders/japan/new',
    '/history/orders/a.b',
    '/orders/japan/x.html',
    '/open-api',
    '/open-api/desk',
    '/sign-in',
  ])
    expect(passes(path)).toBe(true)
})

test('each response has a policy with its own nonce, and no cache stores it', () => {
  const [one, other] = [headersOf(), headersOf()]
  const policy = one.get('content-security-policy') ?? ''
  const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1]
  expect(nonce).toBeDefined()
  expect(other.get('content-security-policy')).not.toContain(nonce)
  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
  expect(one.get('cache-control')).toBe('private, no-store')
})
