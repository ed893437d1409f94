import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrefecture } from './postal-prefectures'

test('every romanised spelling of one prefecture is read as that prefecture', () => {
  const spellings: readonly (readonly [string, readonly string[]])[] = [
    ['東京都', ['Tokyo', 'Tōkyō', 'Toukyou', 'Tokyo-to', 'TOKYO TO', 'Tokyo Metropolis', 'Toukyouto']],
    ['京都府', ['Kyoto', 'Kyōto', 'Kyoto-fu', 'Kyouto Fu']],
    ['大阪府', ['Osaka', 'Ōsaka', 'Oosaka', 'Osaka-fu', 'OSAKA']],
    ['大分県', ['Oita', 'Ōita', 'Ooita-ken']],
    ['高知県', ['Kochi', 'Kōchi', 'Kouchi Ken']],
    ['北海道', ['Hokkaido', 'Hokkaidō', 'Hokkai-do']],
    ['群馬県', ['Gunma', 'Gunma Pref.', 'Gumma-ken']],
  ]
  for (const [name, texts] of spellings)
    for (const text of texts) expect(readPrefecture(text), text).toBe(name)
})

test('a text that names none of them is never read as one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), text => {
      expect(readPrefecture(`${text} 渋谷区 ${text}`)).toBeUndefined()
    }),
  )
  for (const text of [
    '',
    'to',
    '都',
    'Kyotanabe',
    'JP00',
    'JP48',
    'Tokyo Disneyland',
    '東京都渋谷区',
    'constructor',
  ])
    expect(readPrefecture(text), text).toBeUndefined()
})
