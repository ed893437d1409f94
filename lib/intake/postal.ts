/** Where a postal code lies, as Japan Post writes it; `city` only where the code has a single one. */
export interface PostalPlace {
  /** 東京都 */
  readonly state: string
  /** 渋谷区, 札幌市中央区, 石狩郡当別町 */
  readonly city?: string
}

/** Finds the place of a code of seven digits; undefined where there is none, or it lies in two prefectures. */
export type PostalLookup = (digits: string) => PostalPlace | undefined

/** As nearly everybody writes them: to be asked of 100,000 lines. */
const usual = /^\d{3}-?\d{4}$/

/** A letter that is in no code: of an address it is not looked for what its other letters may mean. */
const foreign = /[A-Za-z가-힣ぁ-ゖ一-鿿]/

/** The seven digits of a Japanese postal code, however it is typed (150-0041, 〒１５０００４１); undefined: it is none. */
export function postalDigits(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (usual.test(text)) return text.length === 7 ? text : text.slice(0, 3) + text.slice(4)
  if (foreign.test(text)) return undefined
  const digits = text.normalize('NFKC').replaceAll(/[\s〒'\p{Pd}ー−]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : undefined
}
