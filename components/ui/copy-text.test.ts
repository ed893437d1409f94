import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text'

afterEach(() => vi.unstubAllGlobals())

test('a text is copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('A-1')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('A-1')
})

test('a page without a clipboard, or without access to it, learns that nothing was copied', async () => {
  vi.stubGlobal('navigator', {})
  expect(await copyText('A-1')).toBe(false)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
  expect(await copyText('A-1')).toBe(false)
})
