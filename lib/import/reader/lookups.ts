import { SIMILAR_CODE } from '@/lib/import/lines/fill/order-filler'
import type { FillLookups, StoredPreset } from '@/lib/import/lines/fill/source-loader'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { Texts } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** Codes of one request. */
const MAX_CODES_PER_REQUEST = 1000

/** Products by code; `alike`: those whose code differs in case, with the code as the product master has it. */
interface FoundProducts {
  readonly products: Record<string, Texts>
  readonly alike: Record<string, readonly [master: string, texts: Texts]>
}

/** The presets of a sheet, by name. @throws TypeError where the server does not return them */
export async function fetchPresets(sheet: SheetId): Promise<readonly StoredPreset[]> {
  return (await read<{ presets: StoredPreset[] }>(`/fill/presets?${new URLSearchParams({ sheet })}`)).presets
}

/** The rules for imports of a sheet, in their order. @throws TypeError where the server does not return them */
export async function fetchRules(sheet: SheetId): Promise<readonly ImportRule[]> {
  return (await read<{ rules: ImportRule[] }>(`/fill/rules?${new URLSearchParams({ sheet })}`)).rules
}

/** The sender that was used last; '' where none was. @throws TypeError where the server does not respond */
export const fetchLastSender = (): Promise<{ name: string; contact: string }> => read('/fill/sender')

/** The products of any number of codes. @throws TypeError where the server does not return them */
export async function fetchProducts(codes: readonly string[]): Promise<ReadonlyMap<string, Texts>> {
  const found = new Map<string, Texts>()
  for (let at = 0; at < codes.length; at += MAX_CODES_PER_REQUEST) {
    const { products, alike } = await read<FoundProducts>('/fill/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ codes: codes.slice(at, at + MAX_CODES_PER_REQUEST) }),
    })
    for (const [code, texts] of Object.entries(products)) found.set(code, texts)
    for (const [code, [master, texts]] of Object.entries(alike))
      found.set(code, { ...texts, [SIMILAR_CODE]: master })
  }
  return found
}

/**
 * All codes of the product master; undefined where there are many.
 * @throws TypeError where the server does not respond
 */
async function fetchProductCodes(): Promise<ReadonlySet<string> | undefined> {
  const { codes } = await read<{ codes: string[] | null }>('/fill/products')
  return codes ? new Set(codes) : undefined
}

async function read<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init)
  if (!response.ok) throw new TypeError(`${path} responded with ${response.status}`)
  return response.json()
}

/** Sources on the server of this page, for pages and workers. @param postal looks up postal codes */
export const serverLookups = (postal: FillLookups['postal']): FillLookups => ({
  presets: fetchPresets,
  codes: fetchProductCodes,
  products: fetchProducts,
  postal,
})
