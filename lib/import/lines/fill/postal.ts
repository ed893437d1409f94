/** Where a postal code lies, as Japan Post writes it; `city` only where the code has a single one. */
export interface PostalPlace {
  /** 東京都 */
  readonly state: string
  /** 渋谷区, 札幌市中央区, 石狩郡当別町 */
  readonly city?: string
}

/** Finds the place of a seven-digit code; undefined for an unknown code, and for one that lies in two prefectures. */
export type PostalLookup = (digits: string) => PostalPlace | undefined

/** The usual spelling, tested first because 100,000 lines are read. */
const usualPostalCode = /^\d{3}-?\d{4}$/

/** A letter that no postal code has: it excludes addresses before the slower normalization. */
const otherScript = /[A-Za-z가-힣ぁ-ゖ一-鿿]/

/**
 * The seven digits of a Japanese postal code, however it is typed (150-0041, 〒１５０００４１); undefined if the text is no
 * postal code.
 */
export function postalDigits(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (usualPostalCode.test(text)) return text.length === 7 ? text : text.slice(0, 3) + text.slice(4)
  if (otherScript.test(text)) return undefined
  const digits = text.normalize('NFKC').replaceAll(/[\s〒'\p{Pd}ー−]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : undefined
}
