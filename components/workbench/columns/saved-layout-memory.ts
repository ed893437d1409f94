import { type SavedViews, storedLayoutSchema } from '@/lib/desk-api/drafts/column-views'
import type { Result } from '@/lib/desk-api/result'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { type ColumnLayout, defaultLayout } from '@/lib/sheet/view/columns/column-layout'

/** The server actions for layouts of columns. */
export interface ViewActions {
  /** Saves the current layout; the result has the time of the save. */
  saveLayout(input: { sheetId: SheetId; layout: ColumnLayout }): Promise<Result<{ at: string }>>
  save(input: { sheetId: SheetId; name: string; layout: ColumnLayout }): Promise<Result<null>>
  rename(input: { sheetId: SheetId; name: string; next: string }): Promise<Result<null>>
  delete(input: { sheetId: SheetId; name: string }): Promise<Result<null>>
}

/**
 * Layouts that this tab has changed, by operator and sheet: newer than those of a page from the cache of the browser.
 */
const newestByOwner = new Map<string, SavedViews>()

const keyOf = (sheetId: SheetId, { operatorId }: SavedViews) => `${operatorId} ${sheetId}`

/** Remembers the layouts of a sheet that this tab has changed. */
export function rememberViews(sheetId: SheetId, views: SavedViews): void {
  newestByOwner.set(keyOf(sheetId, views), views)
}

const storageKey = (sheetId: SheetId, views: SavedViews) => `lading.column-layout ${keyOf(sheetId, views)}`

/** The last layout of this tab, and when the server saved it (ISO 8601); '' before that. */
interface KeptLayout {
  readonly layout: ColumnLayout
  readonly savedAt: string
}

/**
 * Keeps a layout for the next page of this tab: one that is closed before the save must not lose it, and one that is
 * reloaded during the save may be rendered without it.
 */
export function keepLayout(sheetId: SheetId, views: SavedViews, kept: KeptLayout): void {
  sessionStorage.setItem(storageKey(sheetId, views), JSON.stringify(kept))
}

function keptLayout(sheetId: SheetId, views: SavedViews): KeptLayout | undefined {
  const text = sessionStorage.getItem(storageKey(sheetId, views))
  if (text === null) return undefined
  const { layout, savedAt } = JSON.parse(text)
  return { layout: storedLayoutSchema.parse(layout), savedAt: String(savedAt) }
}

/** The layout that this tab could not save before its page was closed or reloaded. */
export function unsavedLayout(sheetId: SheetId, views: SavedViews): ColumnLayout | undefined {
  const kept = keptLayout(sheetId, views)
  return kept?.savedAt === '' ? kept.layout : undefined
}

/** The newest layouts that this tab knows: going back in the browser shows a page as it was before. */
export function newestViews(sheetId: SheetId, views: SavedViews): SavedViews {
  const known = newestByOwner.get(keyOf(sheetId, views))
  if (known && known.savedAt >= views.savedAt) return known
  const kept = keptLayout(sheetId, views)
  const isNewer = kept !== undefined && (kept.savedAt === '' || kept.savedAt > views.savedAt)
  return isNewer ? { ...views, last: kept.layout } : views
}

/** The layout with which a sheet opens. */
export const openingLayout = ({ last }: SavedViews): ColumnLayout => last ?? defaultLayout
