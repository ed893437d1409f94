import { type IntlCodeKind, labelsOf, namesIn } from './choice-labels'
import { alpha3 } from './country-codes'
import { flagNames } from './flag-words'

/** Languages in which an operator may name a country or a currency, besides the language of the screen. */
const languages = ['en', 'ko', 'ja', 'zh', 'zh-Hant']

/** All names of a code in any language, without the code itself. */
export function namesOf(code: string, kind: IntlCodeKind | undefined): string[] {
  const named = kind
    ? languages.flatMap(language => [
        namesIn(language, kind).of(code),
        namesIn(language, kind, 'short').of(code),
      ])
    : []
  const also = kind === 'region' ? alpha3.get(code) : kind === 'currency' ? signOf(code) : undefined
  const ours = kind ? [] : [...labelsOf(code), ...flagNames(code)]
  return [...named, also, ...ours, ...(otherNames[code] ?? [])].filter(name => name !== undefined)
}

const signOf = (currency: string): string | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value

/**
 * Names besides the labels and those of `Intl`, with readings: a Japanese word is typed as kana before its
 * characters are chosen.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  KR: ['Korea', 'ROK', '남한', '大韓民国', '大韩民国', 'かんこく', 'コリア'],
  JP: ['Nippon', 'Nihon', '일본국', '닛폰', '日本国', 'にほん', 'にっぽん', 'ジャパン'],
  US: ['America', 'U.S.A.', '米国', 'べいこく', '미합중국', '아메리카'],
  CN: ['PRC', '중화인민공화국', '中華人民共和国', 'ちゅうごく'],
  GB: ['Great Britain', 'England', 'イングランド', 'えいこく', '잉글랜드'],
  TW: ['타이완', 'たいわん', '臺灣'],
  HK: ['ほんこん', '香港'],
  VN: ['월남', 'ベトナム'],
  DE: ['Deutschland'],
  KRW: ['won', '원', '원화', '한화', 'ウォン', '韓元'],
  JPY: ['yen', '엔', '엔화', '일본 엔', '円', '圓', 'えん', '日本円', '日圓'],
  USD: ['dollar', '달러', '불', '弗', 'ドル', '美金'],
  EUR: ['유로화', 'ユーロ'],
  RUB: ['rouble', '루블', 'ルーブル'],
  DAP: ['delivered at place', '도착장소인도', '仕向地持込渡'],
  DDP: ['delivered duty paid', '관세지급인도', '関税込', '関税込持込渡'],
  SAMPLE: ['견본', '見本', 'みほん'],
  COMMERCIAL: [
    '전자상거래',
    '電子商取引',
    'e-commerce',
    '상업',
    '판매',
    '판매용',
    '商用',
    '商業',
    '販売',
    'しょうよう',
  ],
}
