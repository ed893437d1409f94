/** Prefectures by their numbers (JIS X 0401), from 1. */
const names =
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'.split(
    ' ',
  )

/**
 * The prefectures of postal codes by their first three digits, each entry up to the next one: `018 02+05`; no
 * prefecture where no code begins with the digits: `008`. Compiled from Japan Post's table, which is too large for a
 * page; lib/import/lines/fill/postal.test.ts compares the two. 109, 137 and 469 are only in Japan Post's other table,
 * of codes that belong to one business.
 */
const runs =
  '001 01,008,010 05,018 02+05,019 05,020 03,030 02,032,033 02,040 01,100 13,117,120 13,122,123 13,126,130 13,138,140 13,147,150 13,159,160 13,172,173 13,199,201 13,209,210 14,217,220 14,228,230 14,260 12,268,270 12,280,282 12,291,292 12,300 08,311 08+09,312 08,320 09,330 11,349 09+11,350 11,370 10+11,371 10,380 20,384 10+20,385 20,389 10+15+20,390 20,400 19,410 22,423,424 22,429,430 22,431 22+23,432 22,440 23,498 23+24,499,500 21,510 24,520 25+26,521 25,530 27,548,549 27,563 27+28,564 27,588,589 27,600 26,608,610 26,618 26+27,619 26,628,629 26,630 27+29,631 29,640 30,647 24+29+30,648 29+30,649 30,650 28,680 31,684 31+32,685 32,686,689 31,690 32,700 33,720 34,724,725 34,740 35,748,749 35,760 37,770 36,780 39,790 38,800 40,811 40+42,812 40,817 42,818 40,839 40+44,840 41,848 41+42,849 41,850 42,860 43,870 44,871 40+44,872 44,880 45,890 46,900 47,908,910 18,920 17,922 17+18,923 17,930 16,939 16+17,940 15,949 15+20,950 15,960 07,977,979 07,980 04,990 06'
    .split(',')
    .map(run => {
      const [from = '', numbers] = run.split(' ')
      return { from, states: numbers?.split('+').map(number => names[Number(number) - 1] ?? '') ?? [] }
    })

/** Prefectures by the first three digits; read for every order of a draft. */
const byPrefix = new Map(
  Array.from({ length: 1000 }, (_, number) => {
    const prefix = String(number).padStart(3, '0')
    return [prefix, runs.findLast(({ from }) => from <= prefix)?.states ?? []] as const
  }),
)

const romaji =
  'hokkaido aomori iwate miyagi akita yamagata fukushima ibaraki tochigi gunma saitama chiba tokyo kanagawa niigata toyama ishikawa fukui yamanashi nagano gifu shizuoka aichi mie shiga kyoto osaka hyogo nara wakayama tottori shimane okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki kagoshima okinawa'.split(
    ' ',
  )
const kana =
  'ほっかいどう あおもりけん いわてけん みやぎけん あきたけん やまがたけん ふくしまけん いばらきけん とちぎけん ぐんまけん さいたまけん ちばけん とうきょうと かながわけん にいがたけん とやまけん いしかわけん ふくいけん やまなしけん ながのけん ぎふけん しずおかけん あいちけん みえけん しがけん きょうとふ おおさかふ ひょうごけん ならけん わかやまけん とっとりけん しまねけん おかやまけん ひろしまけん やまぐちけん とくしまけん かがわけん えひめけん こうちけん ふくおかけん さがけん ながさきけん くまもとけん おおいたけん みやざきけん かごしまけん おきなわけん'.split(
    ' ',
  )
const hangul =
  '홋카이도 아오모리현 이와테현 미야기현 아키타현 야마가타현 후쿠시마현 이바라키현 도치기현 군마현 사이타마현 지바현 도쿄도 가나가와현 니가타현 도야마현 이시카와현 후쿠이현 야마나시현 나가노현 기후현 시즈오카현 아이치현 미에현 시가현 교토부 오사카부 효고현 나라현 와카야마현 돗토리현 시마네현 오카야마현 히로시마현 야마구치현 도쿠시마현 가가와현 에히메현 고치현 후쿠오카현 사가현 나가사키현 구마모토현 오이타현 미야자키현 가고시마현 오키나와현'.split(
    ' ',
  )

/** Prefectures by each spelling of their names, with and without 都, 府 or 県 (と, ふ, けん; 도, 부, 현). */
const byName = new Map<string, string>()
for (const [at, name] of names.entries()) {
  const spellings = [name, kana[at] ?? '', hangul[at] ?? '']
  const suffixes = [/[都府県]$/, /(?:けん|ふ|と)$/, /[도부현]$/]
  for (const [script, spelling] of spellings.entries()) {
    byName.set(spelling, name)
    // 北海道 and its readings have no shorter form.
    if (at > 0) byName.set(spelling.replace(suffixes[script] ?? /$/, ''), name)
  }
  byName.set(romaji[at] ?? '', name)
}

const LATIN = /^[\p{Script=Latin}\p{M}\s.'’-]+$/u
const ISO_CODE = /^JP[-_ ]?(\d{2})$/i

/**
 * Reads a Japanese prefecture in any of its usual spellings: 東京都, 東京, とうきょうと, トウキョウ, 도쿄도, Tokyo-to,
 * Tōkyō, `JP-13` (ISO 3166-2). @returns its full name in Japanese; undefined where the text is none of the 47
 */
export function readPrefecture(text: string): string | undefined {
  const known = byName.get(text)
  if (known !== undefined) return known
  const plain = text.normalize('NFKC').trim()
  const [, number] = ISO_CODE.exec(plain) ?? []
  if (number !== undefined) return names[Number(number) - 1]
  if (LATIN.test(plain)) return byName.get(plainRomaji(plain)) ?? byName.get(withoutSuffix(plain))
  const hiragana = plain.replaceAll(/[ァ-ヶ]/g, letter => String.fromCharCode(letter.charCodeAt(0) - 0x60))
  return byName.get(hiragana.replaceAll(/\s/g, ''))
}

/** Letters without marks, long vowels written short: Tōkyō, Toukyou and TOKYO are one. Gumma is the older Gunma. */
const plainRomaji = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replaceAll(/o[ou]/g, 'o')
    .replace('gumma', 'gunma')

const withoutSuffix = (text: string): string =>
  plainRomaji(text).replace(/(?:to|fu|ken|do|pref(?:ecture)?|metropolis)$/, '')

/** Prefectures in which a code of seven digits can lie, by its first three; none where no code begins so. */
export const prefecturesOf = (digits: string): readonly string[] => byPrefix.get(digits.slice(0, 3)) ?? []

/**
 * Compares a prefecture with a postal code; a text that names no prefecture is not judged.
 * @returns the prefectures of the code when `state` is another one
 */
export function otherPrefectures(state: string, digits: string): readonly string[] | undefined {
  const prefecture = readPrefecture(state)
  const states = prefecturesOf(digits)
  return prefecture === undefined || states.length === 0 || states.includes(prefecture) ? undefined : states
}
