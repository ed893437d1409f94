import { expect, test, vi } from 'vitest'
import { isStorageFull } from './database'

test('a full disk is recognized also by another instance of the module than the one that opened the database', async () => {
  vi.resetModules()
  const opener = await import('./disk-space')
  expect(isStorageFull(new opener.StorageFullError())).toBe(true)
  expect(isStorageFull(new Error('another'))).toBe(false)
})
