import { afterEach, expect, test, vi } from 'vitest'
import { openMatcher } from './matcher'

afterEach(() => vi.unstubAllGlobals())

test('a search that is closed before its worker is ready leaves no worker', async () => {
  const running = new Set<object>()
  class Started {
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor() {
      running.add(this)
      queueMicrotask(() => this.onmessage?.({ data: 'ready' }))
    }
    postMessage = ({ texts }: { texts: readonly string[] }) =>
      queueMicrotask(() => this.onmessage?.({ data: texts.map(() => true) }))
    terminate = () => running.delete(this)
  }
  vi.stubGlobal('Worker', Started)
  const query = { text: 'a+', matchCase: false, wholeCell: false, expression: true, anyWidth: false }
  const matcher = openMatcher(query)
  if ('problem' in matcher) throw new Error(matcher.problem)
  const matched = matcher.matches(['a'])
  await Promise.resolve()
  matcher.close()
  expect(await matched).toBeUndefined()
  expect(running.size).toBe(0)
})
