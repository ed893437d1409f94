import 'server-only'
import type { Attention } from '@/lib/desk-api/home'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { type Db, database } from '@/lib/store/db/database'
import { listDraftsWithFieldErrors } from '@/lib/store/ledger/figures'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { fieldName, periodOfFigures } from './figures'
import { countShopErrors, shopName } from './shops'

const t = getTranslations('drafts.only')

/** The drafts behind a line or a bar of Home. */
export interface SelectedDrafts {
  readonly ids: readonly string[]
  readonly title: string
}

/**
 * The drafts that `only` in the address of Home selects.
 * @param only `due`, `errors`, `ready`, or the `selection` of a figure
 * @param readAttention what Home names
 * @returns undefined if it selects nothing that Home knows
 */
export async function selectDrafts(
  only: string,
  readAttention: () => Promise<Attention>,
): Promise<SelectedDrafts | undefined> {
  if (only === 'due' || only === 'errors' || only === 'ready') {
    const attention = await readAttention()
    return { ids: [...new Set(attention[only].map(({ draft }) => draft.id))], title: t(only) }
  }
  const { longReads } = await database()
  return readSelection(longReads, only, Date.now(), requestLocale().timeZone)
}

/** The drafts behind a bar of a chart of errors. @param now milliseconds @param timeZone IANA name */
export async function readSelection(
  db: Db,
  only: string,
  now: number,
  timeZone: string,
): Promise<SelectedDrafts | undefined> {
  const period = periodOfFigures(now, timeZone)
  const [kind, first = '', ...rest] = only.split(':')
  if (kind === 'field') {
    const columnId = rest.join(':')
    const sheet = findSheetById(first)
    if (!sheet) return undefined
    const ids = await listDraftsWithFieldErrors(db, period, { sheet: sheet.id, columnId })
    return { ids, title: t('field', { name: fieldName(sheet, columnId) }) }
  }
  if (kind !== 'shop' && kind !== 'typed') return undefined
  const shop = kind === 'typed' ? null : [first, ...rest].join(':')
  const errors = (await countShopErrors(db, period)).find(one => one.shop === shop)
  return { ids: errors?.draftIds ?? [], title: t('field', { name: shopName(shop) }) }
}
