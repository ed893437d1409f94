import { describe, expect, test } from 'vitest'
import { dayAt, dayBounds, sortableTime } from './zoned-time'

const HOUR_MS = 3_600_000

const bounds = (day: string, timeZone: string) => {
  const { from, until } = dayBounds(day, timeZone)
  return {
    from: from.toISOString().slice(0, 16),
    until: until.toISOString().slice(0, 16),
    hours: (until.getTime() - from.getTime()) / HOUR_MS,
  }
}

describe('a day', () => {
  test.each([
    ['UTC', '2026-11-21T00:00', '2026-11-22T00:00'],
    ['Asia/Seoul', '2026-11-20T15:00', '2026-11-21T15:00'],
    ['Asia/Tokyo', '2026-11-20T15:00', '2026-11-21T15:00'],
    ['America/Los_Angeles', '2026-11-21T08:00', '2026-11-22T08:00'],
    ['Asia/Kathmandu', '2026-11-20T18:15', '2026-11-21T18:15'],
    ['Pacific/Kiritimati', '2026-11-20T10:00', '2026-11-21T10:00'],
    ['Etc/GMT+12', '2026-11-21T12:00', '2026-11-22T12:00'],
  ])('of %s is from midnight to midnight', (zone, from, until) => {
    expect(bounds('2026-11-21', zone)).toEqual({ from, until, hours: 24 })
  })

  test('has 23 hours when clocks are put forward, and 25 when they are put back', () => {
    expect(bounds('2026-03-08', 'America/Los_Angeles')).toEqual({
      from: '2026-03-08T08:00',
      until: '2026-03-09T07:00',
      hours: 23,
    })
    expect(bounds('2026-11-01', 'America/Los_Angeles')).toEqual({
      from: '2026-11-01T07:00',
      until: '2026-11-02T08:00',
      hours: 25,
    })
    expect(bounds('2026-03-08', 'Asia/Seoul').hours).toBe(24)
    expect(bounds('2026-11-01', 'Asia/Tokyo').hours).toBe(24)
    // By half an hour.
    expect(bounds('2026-10-04', 'Australia/Lord_Howe').hours).toBe(23.5)
  })

  test('begins at one o’clock where clocks are put forward at midnight', () => {
    expect(bounds('2018-11-04', 'America/Sao_Paulo')).toEqual({
      from: '2018-11-04T03:00',
      until: '2018-11-05T02:00',
      hours: 23,
    })
  })

  test('that a zone left out is empty', () => {
    expect(bounds('2011-12-30', 'Pacific/Apia').hours).toBe(0)
  })

  test('follows the day before without a gap, all year', () => {
    for (const zone of ['Asia/Seoul', 'America/Los_Angeles', 'Africa/Cairo']) {
      let end = dayBounds('2026-01-01', zone).from
      for (let at = 0; at < 365; at += 1) {
        const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
        const { from, until } = dayBounds(day, zone)
        expect(from).toEqual(end)
        expect(dayAt(from, zone)).toBe(day)
        expect(dayAt(until.getTime() - 1, zone)).toBe(day)
        end = until
      }
    }
  })

  test('of the last year that four digits can say is not refused', () => {
    expect(dayBounds('9999-12-31', 'Asia/Seoul').from.toISOString()).toBe('9999-12-30T15:00:00.000Z')
  })
})

test('an instant has the day and the time of the zone, across midnight and when clocks change', () => {
  expect(sortableTime('2026-11-20T14:59:59.999Z', 'Asia/Seoul')).toBe('2026-11-20 23:59:59')
  expect(sortableTime('2026-11-20T15:00:00.000Z', 'Asia/Seoul')).toBe('2026-11-21 00:00:00')
  expect(sortableTime('2026-11-20T15:00:00.000Z', 'Asia/Tokyo')).toBe('2026-11-21 00:00:00')
  expect(sortableTime('2026-11-20T15:00:00.000Z', 'America/Los_Angeles')).toBe('2026-11-20 07:00:00')
  const inLosAngeles = (at: string) => sortableTime(at, 'America/Los_Angeles')
  expect(inLosAngeles('2026-03-08T09:59:59Z')).toBe('2026-03-08 01:59:59')
  expect(inLosAngeles('2026-03-08T10:00:00Z')).toBe('2026-03-08 03:00:00')
  expect(inLosAngeles('2026-11-01T08:30:00Z')).toBe('2026-11-01 01:30:00')
  expect(inLosAngeles('2026-11-01T09:30:00Z')).toBe('2026-11-01 01:30:00')
})
