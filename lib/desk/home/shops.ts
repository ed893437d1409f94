import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { countDraftErrors, listFirstRecipes, type Period } from '@/lib/store/ledger/figures'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('home.figures')

/** Records with errors in the drafts of a shop. */
export interface ShopErrors {
  /** The name of its recipe; '' for files that no recipe is known of; null: nothing was imported. */
  readonly shop: string | null
  readonly count: number
  readonly draftIds: readonly string[]
}

/** Errors of a period by shop, the shop with the most first. A draft belongs to the shop of its first file. */
export async function countShopErrors(db: Db, period: Period): Promise<ShopErrors[]> {
  const drafts = await countDraftErrors(db, period)
  const recipes = await listFirstRecipes(
    db,
    drafts.map(({ draftId }) => draftId),
  )
  const shops = new Map<string | null, { count: number; draftIds: string[] }>()
  for (const { draftId, count } of drafts) {
    const shop = shopOf(recipes.get(draftId))
    const known = shops.get(shop) ?? { count: 0, draftIds: [] }
    known.count += count
    known.draftIds.push(draftId)
    shops.set(shop, known)
  }
  return [...shops].map(([shop, errors]) => ({ shop, ...errors })).sort((a, b) => b.count - a.count)
}

function shopOf(recipe: string | undefined): string | null {
  if (recipe === undefined) return null
  const { name }: { name?: unknown } = JSON.parse(recipe)
  return typeof name === 'string' ? name : ''
}

/** What a shop is called on a screen: without its tool, which recipes name in parentheses, as in 楽天市場 (RMS). */
export const shopName = (shop: string | null): string =>
  shop === null ? t('typed') : shop.replace(/ \([A-Z0-9]+\)$/, '') || t('unknownShop')
