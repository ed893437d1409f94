import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Language } from '@/lib/words/locale/languages'
import { withLocale } from '@/lib/words/locale/request-locale'
import { DescriptionPage } from './description-page'

/** The texts of the page without names and examples of the API. */
function textsIn(language: Language): string[] {
  const html = withLocale({ language, timeZone: 'UTC' }, () =>
    renderToStaticMarkup(createElement(DescriptionPage, { isInDesk: false })),
  )
  return html.replace(/<(pre|code|details)\b.*?<\/\1>/gs, ' ').split(/<[^>]*>/)
}

const ENGLISH_SENTENCE = /[A-Za-z’]{2,} [a-z’]{2,} [a-z’]{2,}/

test.each([
  ['ko', '일본 주문 검증'],
  ['ja', '日本向け注文の検証'],
] as const)('the API page has no English sentence in %s', (language, summary) => {
  const texts = textsIn(language)
  expect(texts).toContain(summary)
  expect(texts.filter(text => ENGLISH_SENTENCE.test(text))).toEqual([])
  expect(textsIn('en').filter(text => ENGLISH_SENTENCE.test(text)).length).toBeGreaterThan(40)
})
