import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrefecture } from './prefectures'

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

test('a text that names no prefecture is never read as one', () => {
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

/** The oracle: all prefectures with their readings, independent of the tables of the reader. */
const listed =
  `北海道 ほっかいどう hokkaido,青森県 あおもりけん aomori,岩手県 いわてけん iwate,宮城県 みやぎけん miyagi,秋田県 あきたけん akita,山形県 やまがたけん yamagata,
  福島県 ふくしまけん fukushima,茨城県 いばらきけん ibaraki,栃木県 とちぎけん tochigi,群馬県 ぐんまけん gunma,埼玉県 さいたまけん saitama,千葉県 ちばけん chiba,
  東京都 とうきょうと tokyo,神奈川県 かながわけん kanagawa,新潟県 にいがたけん niigata,富山県 とやまけん toyama,石川県 いしかわけん ishikawa,福井県 ふくいけん fukui,
  山梨県 やまなしけん yamanashi,長野県 ながのけん nagano,岐阜県 ぎふけん gifu,静岡県 しずおかけん shizuoka,愛知県 あいちけん aichi,三重県 みえけん mie,
  滋賀県 しがけん shiga,京都府 きょうとふ kyoto,大阪府 おおさかふ osaka,兵庫県 ひょうごけん hyogo,奈良県 ならけん nara,和歌山県 わかやまけん wakayama,
  鳥取県 とっとりけん tottori,島根県 しまねけん shimane,岡山県 おかやまけん okayama,広島県 ひろしまけん hiroshima,山口県 やまぐちけん yamaguchi,
  徳島県 とくしまけん tokushima,香川県 かがわけん kagawa,愛媛県 えひめけん ehime,高知県 こうちけん kochi,福岡県 ふくおかけん fukuoka,佐賀県 さがけん saga,
  長崎県 ながさきけん nagasaki,熊本県 くまもとけん kumamoto,大分県 おおいたけん oita,宮崎県 みやざきけん miyazaki,鹿児島県 かごしまけん kagoshima,
  沖縄県 おきなわけん okinawa`
    .split(',')
    .map((entry, at) => {
      const [name = '', kana = '', romaji = ''] = entry.trim().split(' ')
      return { name, kana, romaji, number: String(at + 1).padStart(2, '0') }
    })
type Listed = (typeof listed)[number]

const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const katakana = (text: string) =>
  text.replaceAll(/[ぁ-ゖ]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0x60))
const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`
const endings: Readonly<Record<string, string>> = { 都: 'to', 府: 'fu', 県: 'ken', 道: '' }
const short = ({ name }: Listed) => (name === '北海道' ? name : name.slice(0, -1))

const spellings: readonly ((of: Listed) => string)[] = [
  ({ name }) => name,
  short,
  ({ kana }) => kana,
  ({ kana }) => katakana(kana),
  ({ romaji }) => capital(romaji),
  ({ romaji }) => romaji.toUpperCase(),
  ({ romaji, name }) =>
    `${capital(romaji)}-${endings[name.at(-1) ?? ''] || 'do'}`.replace('kaido-do', 'kaido'),
  ({ romaji }) => `${capital(romaji)} Prefecture`,
  ({ number }) => `JP-${number}`,
  ({ number }) => `JP${number}`,
  ({ number }) => `jp-${number}`,
]
const dressed = fc.record({
  of: fc.constantFrom(...listed),
  spell: fc.constantFrom(...spellings),
  isWide: fc.boolean(),
  before: fc.constantFrom('', ' ', '\u3000'),
  behind: fc.constantFrom('', ' ', '\u3000'),
})
const written = ({
  of,
  spell,
  isWide,
  before,
  behind,
}: typeof dressed extends fc.Arbitrary<infer T> ? T : never) =>
  `${before}${isWide ? wide(spell(of)) : spell(of)}${behind}`

test('each of the 47 prefectures is read in every spelling, full-width and between blanks', () => {
  fc.assert(
    fc.property(dressed, one => {
      expect(readPrefecture(written(one)), written(one)).toBe(one.of.name)
    }),
    { numRuns: 2000 },
  )
})

test('a wrong letter never gives another prefecture unless the text is a spelling of that one', () => {
  const known = new Map(listed.flatMap(of => spellings.map(spell => [plain(spell(of)), of.name] as const)))
  fc.assert(
    fc.property(
      dressed,
      fc.nat(30),
      fc.constantFrom('', 'o', 'n', 'あ', 'し', '山', '島', '1', '-'),
      (one, at, put) => {
        const right = one.spell(one.of)
        const place = at % right.length
        const wrong = right.slice(0, place) + put + right.slice(place + 1)
        const read = readPrefecture(wrong)
        expect([undefined, one.of.name, known.get(plain(wrong))], wrong).toContain(read)
      },
    ),
    { numRuns: 2000 },
  )
})

/** Hiragana and katakana spell the same. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[ぁ-ゖ]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0x60))
