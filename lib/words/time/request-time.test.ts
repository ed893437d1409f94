import { expect, test } from 'vitest'
import { withLocale } from '@/lib/words/locale/request-locale'
import { requestTime } from './request-time'

const at = '2026-11-20T15:02:05Z'

test('a time has the language and the zone of the request, outside of a request English and UTC', () => {
  const now = Date.parse('2026-11-20T15:30:00Z')
  const time = (kind: Parameters<typeof requestTime>[1]) => requestTime(at, kind, now)
  expect(withLocale({ language: 'ko', timeZone: 'Asia/Seoul' }, () => time('clock'))).toBe('00:02')
  expect(withLocale({ language: 'ja', timeZone: 'America/Los_Angeles' }, () => time('minute'))).toBe(
    '2026年11月20日 07:02',
  )
  expect(time('longDay')).toBe('November 20, 2026')
})
