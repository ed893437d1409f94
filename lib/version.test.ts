import { beforeEach, expect, test, vi } from 'vitest'

const files = vi.hoisted(() => new Map<string, string>())
vi.mock('node:fs', () => ({
  readFileSync: (path: string) => {
    const found = [...files].find(([name]) => path.endsWith(name))
    if (!found) throw new Error('missing')
    return found[1]
  },
}))
beforeEach(() => {
  vi.resetModules()
  files.clear()
  files.set('package.json', '{"version":"0.1.0"}')
})

test('the version names the commit that was built, where it is known', async () => {
  expect((await import('./version')).versionText()).toBe('0.1.0')
  vi.resetModules()
  files.set('lading-commit', 'f6360771\n')
  expect((await import('./version')).versionText()).toBe('0.1.0 (f6360771)')
})
