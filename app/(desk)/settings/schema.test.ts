import { expect, test } from 'vitest'
import { endOfKey, newClientSchema } from './schema'

const now = new Date('2026-11-21T09:30:00.000Z')

test('a key ends after so many days, at the end of a day, or never', () => {
  expect(endOfKey({ lifetime: '30', lastDay: '' }, now)?.toISOString()).toBe('2026-12-21T09:30:00.000Z')
  expect(endOfKey({ lifetime: 'date', lastDay: '2026-12-31' }, now)?.toISOString()).toBe(
    '2027-01-01T00:00:00.000Z',
  )
  expect(endOfKey({ lifetime: 'never', lastDay: '2026-12-31' }, now)).toBeUndefined()
})

test.each([
  ['', 'settings.fields.lastDay'],
  ['31.12.2099', 'settings.fields.lastDay'],
  ['2099-02-30', 'settings.fields.lastDay'],
  ['2020-01-01', 'settings.fields.lastDayPast'],
  ['9999-12-31', 'settings.fields.lastDayFar'],
])('the day “%s” is refused', (lastDay, message) => {
  const form = { name: 'Hanbit Store', scopes: 'both', lastDay }
  const read = newClientSchema.safeParse({ ...form, lifetime: 'date' })
  expect(read.error?.issues).toMatchObject([{ path: ['lastDay'], message }])
  expect(newClientSchema.safeParse({ ...form, lifetime: '90' }).success).toBe(true)
})

test('today is a day to come until it is over', () => {
  const lastDay = new Date().toISOString().slice(0, 10)
  const form = { name: 'Hanbit Store', scopes: 'both', lifetime: 'date', lastDay }
  expect(newClientSchema.safeParse(form).success).toBe(true)
})
