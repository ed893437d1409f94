import { expect, test, vi } from 'vitest'
import type { ImportRule } from '@/lib/import/rules/rule'
import { testRule } from './test-rule'

const rule: ImportRule = {
  id: 'r1',
  name: 'Without gifts',
  sheet: 'orders/japan',
  shops: [],
  shopName: '',
  isEnabled: true,
  conditions: [],
  action: { kind: 'skip', what: 'row' },
}

test('a test whose request gets no response says that it failed, and its error is announced', async () => {
  const show = vi.fn()
  const offline = new TypeError('Failed to fetch')
  await expect(testRule(rule, [rule], () => Promise.reject(offline), show)).rejects.toBe(offline)
  expect(show.mock.calls).toEqual([[{ at: 'failed' }]])
})
