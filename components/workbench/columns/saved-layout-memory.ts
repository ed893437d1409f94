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

const unsavedKey = (sheetId: SheetId, views: SavedViews) => `lading.columns ${keyOf(sheetId, views)}`

/** Keeps a layout until it is saved, so that a page that is closed or reloaded before does not lose it. */
export function keepUnsaved(sheetId: SheetId, views: SavedViews, layout: ColumnLayout): void {
  sessionStorage.setItem(unsavedKey(sheetId, views), JSON.stringify(layout))
}

/** Forgets the layout that `keepUnsaved` kept, because it is saved. */
export function dropUnsaved(sheetId: SheetId, views: SavedViews): void {
  sessionStorage.removeItem(unsavedKey(sheetId, views))
}

/** The layout that this tab could not save before its page was closed or reloaded. */
export function unsavedLayout(sheetId: SheetId, views: SavedViews): ColumnLayout | undefined {
  const text = sessionStorage.getItem(unsavedKey(sheetId, views))
  return text === null ? undefined : storedLayoutSchema.parse(JSON.parse(text))
}

/** The newest layouts that this tab knows: going back in the browser shows a page as it was before. */
export function newestViews(sheetId: SheetId, views: SavedViews): SavedViews {
  const known = newestByOwner.get(keyOf(sheetId, views))
  if (known && known.savedAt >= views.savedAt) return known
  const last = unsavedLayout(sheetId, views)
  return last ? { ...views, last } : views
}

/** The layout with which a sheet opens. */
export const openingLayout = ({ last }: SavedViews): ColumnLayout => last ?? defaultLayout
