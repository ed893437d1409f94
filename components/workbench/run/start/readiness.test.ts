import { expect, test } from 'vitest'
import { nextStepOf } from './readiness'

const none = { stale: 0, unchecked: 0, failing: 0, elsewhere: 0 }

test('what can be done when nothing can be registered: check, fix, or look into other drafts', () => {
  const next = (counts: Partial<typeof none>, isChecked = true) =>
    nextStepOf({ ...none, ...counts }, isChecked)
  expect(next({ stale: 1, failing: 1 })).toBe('check')
  expect(next({ unchecked: 1 })).toBe('check')
  expect(next({ unchecked: 1, failing: 1 }, false)).toBe('fix')
  expect(next({ failing: 1, elsewhere: 1 })).toBe('fix')
  expect(next({ elsewhere: 20 })).toBe('elsewhere')
  expect(next({})).toBe('none')
})
