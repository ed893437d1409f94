import { expect, test } from 'vitest'
import { FOLDER_OPERATOR } from '@/lib/store/people/desk-keys'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { authorName } from './author-name'

test('what the watched folder did is listed under its name in the language of the operator', () => {
  const names = (['en', 'ko', 'ja'] as const).map(language =>
    withLanguage(language, () => authorName(FOLDER_OPERATOR.name)),
  )
  expect(names).toEqual(['Watched folder', '감시 폴더', '監視フォルダー'])
})

test('a person is listed under their own name', () => {
  expect(authorName('Kim Mina')).toBe('Kim Mina')
})
