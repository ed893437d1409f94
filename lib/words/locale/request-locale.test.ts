import { expect, test } from 'vitest'
import { getTranslations } from '@/lib/words/server'
import { localeOf, requestLocale, withLocale } from './request-locale'

test('without a choice the response is in the language that the browser asks for', () => {
  expect(localeOf({ 'accept-language': 'ja,en;q=0.5' })).toEqual({ language: 'ja', timeZone: 'UTC' })
})

test('the operator’s choice takes precedence over the browser’s language', () => {
  const cookie = 'a=b; lading-language=ko; lading-time-zone=Asia%2FSeoul'
  expect(localeOf({ cookie, 'accept-language': 'ja' })).toEqual({ language: 'ko', timeZone: 'Asia/Seoul' })
})

test.each(['xx', '', '%E0%A4%A', 'ko ja'])('a cookie that says %s chooses no language', value => {
  expect(localeOf({ cookie: `lading-language=${value}` }).language).toBe('en')
})

test.each(['Mars/Olympus', '../etc', 'A'.repeat(99), '%00'])('%s is not a time zone', zone => {
  expect(localeOf({ cookie: `lading-time-zone=${zone}` }).timeZone).toBe('UTC')
})

test('translators that a module stores use the language of each request, also after waiting', async () => {
  const t = getTranslations('desk.notFound')
  const english = t('title')
  const ask = (language: 'ko' | 'ja') =>
    withLocale({ language, timeZone: 'UTC' }, async () => {
      await Promise.resolve()
      return t('title')
    })
  const [korean, japanese] = await Promise.all([ask('ko'), ask('ja')])
  expect(korean).toMatch(/[가-힣]/)
  expect(japanese).toMatch(/[ぁ-ん]/)
  expect(t('title')).toBe(english)
  expect(requestLocale()).toEqual({ language: 'en', timeZone: 'UTC' })
})
