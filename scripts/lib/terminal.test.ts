import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { languages } from '@/lib/words/locale/languages'
import { terminalLanguage } from '@/lib/words/locale/terminal-language.mjs'
import { withParticles } from '@/lib/words/sentences/particles.mjs'
import { fillIn, readMessages } from './terminal.mjs'

test.each([
  [{}, 'en'],
  [{ LANG: 'ko_KR.UTF-8' }, 'ko'],
  [{ LANG: 'ja_JP' }, 'ja'],
  [{ LANG: 'ja' }, 'ja'],
  [{ LANG: 'ko_KR.UTF-8', LC_MESSAGES: 'ja_JP.utf8' }, 'ja'],
  [{ LANG: 'ko_KR.UTF-8', LC_MESSAGES: 'ja_JP.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'ko_KR.UTF-8', LC_ALL: '' }, 'ko'],
  [{ LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'kok_IN' }, 'en'],
  // This terminal could not show Lading's UTF-8 output.
  [{ LANG: 'ko_KR.eucKR' }, 'en'],
])('a terminal with %j gets %s', (environment, language) =>
  expect(terminalLanguage(environment)).toBe(language),
)

test.each(languages)('in %s each message has only arguments that need no library', language => {
  const messages: Readonly<Record<string, string>> = readMessages(language)
  for (const [key, message] of Object.entries(messages)) {
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const values = Object.fromEntries(names.map((name, i) => [name, `${name} ${i} 'x' 김`]))
    const t = createTranslator({
      locale: language,
      messages: { [key]: message },
      onError: error => {
        throw error
      },
    })
    const text = t(key, values)
    expect(fillIn(message, values)).toBe(language === 'ko' ? withParticles(text) : text)
  }
})
