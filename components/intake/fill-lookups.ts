import type { FillLookups } from '@/lib/intake/fill-answers'
import { ALIKE, type Preset } from '@/lib/intake/fill-sources'
import type { Texts } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'

/** Codes that are asked for at once. */
const MOST = 1000

/** A preset as the server has it. */
export interface KeptPreset extends Preset {
  readonly isDefault: boolean
}

/** What the master knows of codes; `alike`: of those that it writes in another case, with the code as it writes it. */
interface FoundProducts {
  readonly products: Record<string, Texts>
  readonly alike: Record<string, readonly [master: string, texts: Texts]>
}

/** The presets of a sheet, by name. @throws TypeError where the server does not answer, or not with presets */
export async function readPresets(sheet: SheetId): Promise<readonly KeptPreset[]> {
  return (await read<{ presets: KeptPreset[] }>(`/fill/presets?${new URLSearchParams({ sheet })}`)).presets
}

/** What the product master knows of some codes, however many. @throws TypeError as `readPresets` */
export async function lookUpProducts(codes: readonly string[]): Promise<ReadonlyMap<string, Texts>> {
  const found = new Map<string, Texts>()
  for (let at = 0; at < codes.length; at += MOST) {
    const { products, alike } = await read<FoundProducts>('/fill/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ codes: codes.slice(at, at + MOST) }),
    })
    for (const [code, texts] of Object.entries(products)) found.set(code, texts)
    for (const [code, [master, texts]] of Object.entries(alike))
      found.set(code, { ...texts, [ALIKE]: master })
  }
  return found
}

/** All codes that the product master knows; undefined where there are many. @throws TypeError as `readPresets` */
async function readCodes(): Promise<ReadonlySet<string> | undefined> {
  const { codes } = await read<{ codes: string[] | null }>('/fill/products')
  return codes ? new Set(codes) : undefined
}

async function read<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init)
  if (!response.ok) throw new TypeError(`${path} answered ${response.status}`)
  return response.json()
}

/** Asks the server of this page; for pages and workers alike. @param postal how postal codes are found here */
export const lookupsWith = (postal: FillLookups['postal']): FillLookups => ({
  preset: async sheet => (await readPresets(sheet)).find(preset => preset.isDefault),
  codes: readCodes,
  products: lookUpProducts,
  postal,
})
