import { expect, test } from 'vitest'
import { companyWord, hasEmoji, hasMixedScripts, isJapanese, isScriptNeutral } from './writing-systems'

test('Japanese has kana or kanji and no Hangul', () => {
  for (const text of ['山田 太郎', 'やまだ', 'ﾔﾏﾀﾞ', '佐々木', '髙﨑 1-2']) expect(isJapanese(text)).toBe(true)
  for (const text of ['Yamada Taro', '홍길동', '山田 길동', '1-2-3', '']) expect(isJapanese(text)).toBe(false)
})

test('room and floor numbers are accepted in any address, words of another script are not', () => {
  for (const text of ['1-2-3', '4F', '#305', 'パークビル 4F']) expect(isScriptNeutral(text)).toBe(true)
  for (const text of ['Park Building 4F', '101동 203호']) expect(isScriptNeutral(text)).toBe(false)
})

test('names of two scripts are mixed, also in full width, and names of one are not', () => {
  for (const text of ['山田 Taro', 'YAMADA 太郎', 'ＡＢＣ太郎', '김太郎'])
    expect(hasMixedScripts(text)).toBe(true)
  for (const text of ['山田 太郎', 'ヤマダ タロウ', 'Yamada Taro', '홍길동', '山田 2'])
    expect(hasMixedScripts(text)).toBe(false)
})

test('emoji are distinguished from digits, signs and rare characters', () => {
  for (const text of ['山田😀', 'Yuna ♥️', '🇯🇵']) expect(hasEmoji(text)).toBe(true)
  for (const text of ['山田 1', '#12*', '𠮷野', '①㈱', 'Yuna ™']) expect(hasEmoji(text)).toBe(false)
})

test('companies are recognised by their word, also in its short forms', () => {
  expect(companyWord('株式会社 山田')).toBe('株式会社')
  expect(companyWord('山田商店㈱')).toBe('(株)')
  expect(companyWord('（有）山田')).toBe('(有)')
  expect(companyWord('山田 太郎')).toBeUndefined()
})
