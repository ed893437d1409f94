import { expect, test } from 'vitest'
import { retentionSchema } from './retention'

const read = (days: string) => retentionSchema.safeParse({ days })

test('the retention period is a whole number of days up to ten years; blank means forever', () => {
  expect(read(' 400 ').data).toEqual({ days: 400 })
  expect(read('').data).toEqual({ days: null })
  for (const wrong of ['0', '3651', '-1', '1.5', '1e3', 'never', '４００'])
    expect(read(wrong).success).toBe(false)
})
