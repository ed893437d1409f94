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
  KR: [
    'Korea',
    'ROK',
    'Republic of Korea',
    'Korea, Republic of',
    'Korea, South',
    '남한',
    '大韓民国',
    '大韩民国',
    'かんこく',
    'コリア',
  ],
  JP: ['Nippon', 'Nihon', '일본국', '닛폰', '日本国', 'にほん', 'にっぽん', 'ジャパン'],
  US: ['America', 'U.S.A.', 'United States of America', '米国', 'べいこく', '미합중국', '아메리카'],
  CN: ['PRC', '중화인민공화국', '中華人民共和国', 'ちゅうごく'],
  GB: [
    'Great Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'イングランド',
    'えいこく',
    '잉글랜드',
    '스코틀랜드',
  ],
  TW: ['Taiwan, Province of China', '타이완', 'たいわん', '臺灣'],
  HK: ['Hong Kong SAR', 'ほんこん', '香港'],
  MO: ['Macau', 'Macau SAR', 'Macao SAR'],
  VN: ['Viet Nam', '월남', 'ベトナム'],
  AU: ['호주', '豪州'],
  NZ: ['ニュージランド'],
  AE: ['UAE', 'U.A.E.', '아랍에미리트연합', '아랍에미레이트'],
  SA: ['사우디'],
  SG: ['싱가폴'],
  MY: ['말레이지아'],
  BN: ['Brunei Darussalam'],
  LA: ['Lao PDR', 'Lao People’s Democratic Republic', "Lao People's Democratic Republic"],
  MM: ['Burma', '버마'],
  MN: ['몽고'],
  RU: ['Russian Federation', '러시아연방', '러시아 연방'],
  TR: ['Turkey', '터키'],
  ZA: ['남아공', '남아프리카공화국', '남아프리카 공화국'],
  CZ: ['Czech Republic', '체코공화국', '체코 공화국'],
  NL: ['The Netherlands', 'Holland', '홀란드'],
  CH: ['Schweiz', 'Suisse'],
  AT: ['Österreich'],
  IT: ['Italia', '이태리'],
  ES: ['España'],
  PL: ['Polska'],
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
