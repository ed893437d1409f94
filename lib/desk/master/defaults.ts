import 'server-only'
import {
  type Defaults,
  itemTextsOf,
  type LastSender,
  type SavedDefaults,
} from '@/lib/desk-api/master/defaults'
import { presetTextsOf } from '@/lib/desk-api/master/presets'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { presetOfShop } from '@/lib/import/lines/fill/source-loader'
import { type Database, type Db, database } from '@/lib/store/db/database'
import { findLastText } from '@/lib/store/drafts/last-text'
import { listPresets, upsertPreset } from '@/lib/store/master/presets'
import { saveProducts } from '@/lib/store/master/product-master'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('fill.presets')

/**
 * Saves what was set once for a shop: a preset for its imports, and its items in the product master.
 * @throws StorageFullError
 */
export async function saveDefaults(input: Defaults, operatorId: string): Promise<Result<SavedDefaults>> {
  const { accept } = await database()
  const saved = await accept(trx => storeDefaults(trx, input, operatorId, new Date()))
  return saved.outcome === 'kept' ? ok({ preset: saved.name }) : fail(saved.outcome, t(saved.outcome))
}

type StoredDefaults =
  | { readonly outcome: 'kept'; readonly name: string | undefined }
  | { readonly outcome: 'too_many' }

/**
 * Stores defaults, in a transaction. The preset that the shop has already gets the new texts; a new one
 * gets a free name.
 * @returns `name`: of the preset; undefined where none is stored
 */
export async function storeDefaults(
  trx: Db,
  { sheet, shops, isSaved, name, fields, items }: Defaults,
  operatorId: string,
  now: Date,
): Promise<StoredDefaults> {
  const texts = presetTextsOf(sheet, fields)
  let stored: string | undefined
  if (isSaved && Object.keys(texts).length > 0) {
    const presets = await listPresets(trx, sheet)
    const before = presetOfShop(presets, shops)
    stored = before?.name ?? freeName(name, new Set(presets.map(preset => preset.name)))
    const outcome = await upsertPreset(
      trx,
      {
        sheet,
        before: before?.name,
        name: stored,
        texts: { ...before?.texts, ...texts },
        isDefault: before?.isDefault ?? (shops.length === 0 && !presets.some(({ isDefault }) => isDefault)),
        shops: [...new Set([...(before?.shops ?? []), ...shops])],
      },
      operatorId,
      now,
    )
    if (outcome !== 'kept') return { outcome: 'too_many' }
  }
  const products = items.flatMap(({ code, name, texts }) =>
    code === '' ? [] : [{ code, missingName: name, texts: itemTextsOf(texts) }],
  )
  const known = products.filter(({ texts }) => Object.keys(texts).length > 0)
  if (known.length > 0) await saveProducts(trx, known, { source: 'typed', operatorId, now })
  return { outcome: 'kept', name: stored }
}

/** The name, with a number behind it where presets have it already. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let at = 2; ; at++) {
    const end = ` (${at})`
    const next = `${name.slice(0, 60 - end.length)}${end}`
    if (!taken.has(next)) return next
  }
}

/** The sender that was used last in orders, of any draft. */
export async function lastSender({ kysely }: Pick<Database, 'kysely'>): Promise<LastSender> {
  const texts = await findLastText(kysely, ['orders/japan', 'orders/general'], 'sender.name')
  return { name: texts?.['sender.name'] ?? '', contact: texts?.['sender.contact'] ?? '' }
}

/** `lastSender` of this desk. */
export const findLastSender = async (): Promise<LastSender> => lastSender(await database())
