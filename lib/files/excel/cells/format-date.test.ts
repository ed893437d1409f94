import { expect, test } from 'vitest'
import { datePartsOf, isoDateText } from './date-text'
import { formatDate } from './format-date'

const shown = (serial: number, code: string): string => {
  const moment = datePartsOf(serial, 1900)
  return moment ? formatDate(moment, code) : ''
}

test.each([
  ['yyyy-mm-dd', '2026-03-02'],
  ['m"월" d"일"', '3월 2일'],
  ['m"月"d"日";@', '3月2日'],
  ['mmm-dd', 'Mar-02'],
  ['d-mmm-yy', '2-Mar-26'],
  ['m/d', '3/2'],
  ['yyyy\\.\\ m\\.\\ d\\.', '2026. 3. 2.'],
  ['[$-411]ggge"年"m"月"d"日"(aaa)', '令和8年3月2日(月)'],
  ['yyyy"년" m"월" d"일" aaaa', '2026년 3월 2일 월요일'],
  ['yyyy-mm-dd hh:mm:ss', '2026-03-02 14:05:09'],
  ['[$-412]AM/PM h:mm', 'PM 2:05'],
  ['오전/오후 h:mm', '오후 2:05'],
])('the format %s shows %s', (code, text) => {
  expect(shown(46083 + (14 * 3600 + 5 * 60 + 9) / 86_400, code)).toBe(text)
})

test('days before March 1900 are those that Excel names, one off as it counts them', () => {
  const written = (serial: number) => {
    const moment = datePartsOf(serial, 1900)
    return moment && isoDateText(moment, true)
  }
  expect([1, 59, 61, 2_958_465].map(written)).toEqual([
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
    '9999-12-31',
  ])
  expect([-1, 2_958_466, Number.NaN].map(written)).toEqual([undefined, undefined, undefined])
})
