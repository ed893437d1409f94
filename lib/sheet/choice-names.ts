import { alpha3 } from './alpha-3'

/** Which codes a column holds, as `Intl` calls them. */
export type CodeKind = 'region' | 'currency'

/** Languages in which an operator may name a country or a currency, beside the one of the screen. */
const languages = ['en', 'ko', 'ja', 'zh', 'zh-Hant']

/** Which codes a column holds; undefined where `Intl` has no names for them. @param column its id */
export function codeKindOf(column: string): CodeKind | undefined {
  if (/country$/i.test(column)) return 'region'
  return /currency$/i.test(column) ? 'currency' : undefined
}

/** What a code is called in one language; undefined where it has no name there. */
export function nameOf(code: string, kind: CodeKind, language: string): string | undefined {
  return namesIn(language, kind).of(code)
}

/** Everything by which an operator may mean a code, in any language; the code itself is not among it. */
export function namesOf(code: string, kind: CodeKind | undefined): string[] {
  const named = kind
    ? languages.flatMap(language => [
        namesIn(language, kind).of(code),
        namesIn(language, kind, 'short').of(code),
      ])
    : []
  const also = kind === 'region' ? alpha3.get(code) : kind === 'currency' ? signOf(code) : undefined
  return [...named, also, ...(spoken[code] ?? [])].filter(name => name !== undefined)
}

const known = new Map<string, Intl.DisplayNames>()

function namesIn(language: string, type: CodeKind, style: 'long' | 'short' = 'long'): Intl.DisplayNames {
  const key = `${language} ${type} ${style}`
  const names = known.get(key) ?? new Intl.DisplayNames(language, { type, style, fallback: 'none' as const })
  known.set(key, names)
  return names
}

const signOf = (currency: string): string | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value

/** What people say and `Intl` does not; readings too, for a Japanese word is typed before its characters are chosen. */
const spoken: Readonly<Record<string, readonly string[]>> = {
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
  JPY: ['yen', '엔', '엔화', '円', '圓', 'えん', '日本円', '日圓'],
  USD: ['dollar', '달러', '불', '弗', 'ドル', '美金'],
  EUR: ['유로화', 'ユーロ'],
  RUB: ['rouble', '루블', 'ルーブル'],
  true: ['true', 'yes', 'y', '1', 'o', '예', '네', '응', 'はい', '○', '有', '是'],
  false: ['false', 'no', 'n', '0', 'x', '아니요', '아니오', 'いいえ', '×', '無', '否'],
  DAP: ['delivered at place', '관세 미포함', '도착장소인도', '仕向地持込渡'],
  DDP: ['delivered duty paid', '관세 포함', '관세지급인도', '関税込', '関税込持込渡'],
  SAMPLE: ['샘플', '견본', '見本', 'サンプル', 'みほん'],
  COMMERCIAL: [
    '전자상거래',
    '電子商取引',
    'e-commerce',
    '상업',
    '판매',
    '판매용',
    '상업용',
    '商用',
    '商業',
    '販売',
    'しょうよう',
  ],
}
