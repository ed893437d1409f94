import { revalidatePath } from 'next/cache'
import { expect, test, vi } from 'vitest'
import { fail, ok } from '@/lib/desk-api/result'
import { refreshPath } from './refresh-pages'

vi.mock('next/cache', () => ({ revalidatePath: vi.fn() }))

test.each([
  ['worked', ok(null)],
  ['failed', fail('gone', 'It was deleted.')],
])('a page of settings is rendered again after a call that %s', (_, result) => {
  vi.mocked(revalidatePath).mockClear()
  expect(refreshPath('/settings/presets', result)).toBe(result)
  expect(revalidatePath).toHaveBeenCalledWith('/settings/presets')
})
