import { describe, expect, test } from 'vitest'
import { offsetText, timeText, utcText } from './time-text'

const now = Date.parse('2026-11-21T05:32:05Z')
const zones = { en: 'America/Los_Angeles', ko: 'Asia/Seoul', ja: 'Asia/Tokyo' }

const text = (
  at: string,
  kind: Parameters<typeof timeText>[1],
  language: keyof typeof zones,
  timeZone = zones[language],
) => timeText(at, kind, { language, timeZone }, now)

test('each kind has one format in each language, by the clock of the zone', () => {
  const all = (language: keyof typeof zones) =>
    (['day', 'minute', 'second', 'timeToMinute', 'timeToSecond', 'longDay'] as const).map(kind =>
      text('2026-11-20T15:02:05Z', kind, language),
    )
  expect(all('en')).toEqual([
    'Nov 20, 2026',
    'Nov 20, 2026, 07:02',
    'Nov 20, 2026, 07:02:05',
    '07:02',
    '07:02:05',
    'November 20, 2026',
  ])
  expect(all('ko')).toEqual([
    '2026년 11월 21일',
    '2026년 11월 21일 00:02',
    '2026년 11월 21일 00:02:05',
    '00:02',
    '00:02:05',
    '2026년 11월 21일',
  ])
  expect(all('ja')).toEqual([
    '2026年11月21日',
    '2026年11月21日 00:02',
    '2026年11月21日 00:02:05',
    '00:02',
    '00:02:05',
    '2026年11月21日',
  ])
})

test('a clock shows the day if it is not today in the zone, and the year if it is another one', () => {
  // 14:32 of 21 November in Seoul, 21:32 of 20 November in Los Angeles.
  expect(text('2026-11-20T15:00:00Z', 'clock', 'ko')).toBe('00:00')
  expect(text('2026-11-20T14:59:00Z', 'clock', 'ko')).toBe('11월 20일 23:59')
  expect(text('2026-11-20T15:00:00Z', 'clock', 'ja')).toBe('00:00')
  expect(text('2026-11-20T14:59:00Z', 'clock', 'ja')).toBe('11月20日 23:59')
  expect(text('2026-11-20T14:59:00Z', 'clock', 'en')).toBe('06:59')
  expect(text('2026-11-21T08:00:00Z', 'clock', 'en')).toBe('Nov 21, 00:00')
  expect(text('2025-12-31T14:59:00Z', 'clock', 'ko')).toBe('2025년 12월 31일 23:59')
  expect(text('2025-12-31T15:00:00Z', 'clock', 'ko')).toBe('1월 1일 00:00')
})

describe('across a change of clocks in Los Angeles', () => {
  const clock = (at: string) => text(at, 'minute', 'en')

  test('an hour is left out in spring', () => {
    expect(clock('2026-03-08T09:59:00Z')).toBe('Mar 8, 2026, 01:59')
    expect(clock('2026-03-08T10:00:00Z')).toBe('Mar 8, 2026, 03:00')
    expect(text('2026-03-08T10:00:00Z', 'minute', 'ko')).toBe('2026년 3월 8일 19:00')
  })

  test('an hour comes twice in autumn', () => {
    expect(clock('2026-11-01T08:30:00Z')).toBe('Nov 1, 2026, 01:30')
    expect(clock('2026-11-01T09:30:00Z')).toBe('Nov 1, 2026, 01:30')
    expect(text('2026-11-01T09:30:00Z', 'minute', 'ja')).toBe('2026年11月1日 18:30')
  })

  test('the offset of the zone is an hour smaller in summer', () => {
    expect(offsetText('America/Los_Angeles', Date.parse('2026-03-08T09:59:00Z'))).toBe('-08:00')
    expect(offsetText('America/Los_Angeles', Date.parse('2026-03-08T10:00:00Z'))).toBe('-07:00')
    expect(offsetText('Asia/Seoul', now)).toBe('+09:00')
    expect(offsetText('Asia/Kathmandu', now)).toBe('+05:45')
    expect(offsetText('UTC', now)).toBe('+00:00')
  })
})

test('a relative time counts minutes and hours, and is a day after 24 hours', () => {
  const ago = (seconds: number, language: keyof typeof zones = 'en') =>
    text(new Date(now - seconds * 1000).toISOString(), 'relative', language)
  expect(ago(-30)).toBe('now')
  expect(ago(59)).toBe('now')
  expect(ago(60)).toBe('1 minute ago')
  expect(ago(59 * 60, 'ko')).toBe('59분 전')
  expect(ago(3600, 'ja')).toBe('1時間前')
  expect(ago(24 * 3600 - 1)).toBe('23 hours ago')
  expect(ago(24 * 3600)).toBe('Nov 19, 2026')
  expect(ago(24 * 3600, 'ko')).toBe('2026년 11월 20일')
})

test('a tooltip says UTC', () => {
  expect(utcText('2026-11-20T15:02:05.123Z')).toBe('2026-11-20 15:02:05 UTC')
})
