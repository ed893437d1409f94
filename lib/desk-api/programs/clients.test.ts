import { expect, test } from 'vitest'
import { dayAt } from '@/lib/words/time/zoned-time'
import { createClientSchema, endOfKey } from './clients'

const now = new Date('2026-11-21T09:30:00.000Z')

test('a key expires after a number of days, at the end of a day, or never', () => {
  expect(endOfKey({ lifetime: '30', lastDay: '' }, now, 'Asia/Seoul')?.toISOString()).toBe(
    '2026-12-21T09:30:00.000Z',
  )
  expect(endOfKey({ lifetime: 'never', lastDay: '2026-12-31' }, now, 'Asia/Seoul')).toBeUndefined()
})

test.each([
  ['UTC', '2026-12-31', '2027-01-01T00:00:00.000Z'],
  ['Asia/Seoul', '2026-12-31', '2026-12-31T15:00:00.000Z'],
  ['Asia/Tokyo', '2026-12-31', '2026-12-31T15:00:00.000Z'],
  ['America/Los_Angeles', '2026-12-31', '2027-01-01T08:00:00.000Z'],
  ['America/Los_Angeles', '2027-03-14', '2027-03-15T07:00:00.000Z'],
  ['America/Los_Angeles', '2027-11-07', '2027-11-08T08:00:00.000Z'],
])('in %s the day %s ends at the operator’s midnight', (zone, lastDay, end) => {
  expect(endOfKey({ lifetime: 'date', lastDay }, now, zone)?.toISOString()).toBe(end)
})

test.each([
  ['', 'settings.fields.lastDay'],
  ['31.12.2099', 'settings.fields.lastDay'],
  ['2099-02-30', 'settings.fields.lastDay'],
  ['2020-01-01', 'settings.fields.lastDayPast'],
  ['9999-12-31', 'settings.fields.lastDayFar'],
])('the day “%s” is refused', (lastDay, message) => {
  const form = { name: 'Hanbit Store', scopes: 'both', lastDay }
  const read = createClientSchema.safeParse({ ...form, lifetime: 'date' })
  expect(read.error?.issues).toMatchObject([{ path: ['lastDay'], message }])
  expect(createClientSchema.safeParse({ ...form, lifetime: '90' }).success).toBe(true)
})

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('today is a valid last day in %s', zone => {
  const lastDay = dayAt(Date.now(), zone)
  const form = { name: 'Hanbit Store', scopes: 'both', lifetime: 'date', lastDay }
  expect(createClientSchema.safeParse(form).success).toBe(true)
})
