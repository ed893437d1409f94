import 'server-only'
import { rulesOf } from '@/lib/desk/master/import-rules'
import { presetsOf } from '@/lib/desk/master/presets'
import { findMasterProducts, listMasterCodes } from '@/lib/desk/master/product-master'
import { recipesOf } from '@/lib/desk/master/recipes'
import { SIMILAR_CODE } from '@/lib/import/lines/fill/order-filler'
import type { Texts } from '@/lib/sheet/schema/line'
import type { SourceCalls } from './thread-protocol'

/** Loads what the thread of a file requests. */
export type ImportSources = {
  [Call in keyof SourceCalls]: (input: SourceCalls[Call]['in']) => Promise<SourceCalls[Call]['out']>
}

/**
 * What files are imported with on the server: saved mappings, rules, presets and the product catalog, as in a page
 * (lib/import/reader/lookups.ts). Whatever else decides about an import belongs here.
 */
export const importSources: ImportSources = {
  recipes: ({ sheet }) => recipesOf(sheet),
  presets: ({ sheet }) => presetsOf(sheet),
  rules: ({ sheet }) => rulesOf(sheet),
  codes: async () => {
    const codes = await listMasterCodes()
    return codes === null ? undefined : new Set(codes)
  },
  products: async ({ codes }) => {
    const { products, alike } = await findMasterProducts(codes)
    const found = new Map<string, Texts>(Object.entries(products))
    for (const [code, [master, texts]] of Object.entries(alike))
      found.set(code, { ...texts, [SIMILAR_CODE]: master })
    return found
  },
}
