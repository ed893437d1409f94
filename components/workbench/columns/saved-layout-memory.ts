import type { SavedViews } from '@/lib/desk-api/column-views'
import type { Result } from '@/lib/desk-api/result'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { type ColumnLayout, defaultLayout } from '@/lib/sheet/view/columns/column-layout'

/** The server actions for layouts of columns. */
export interface ViewActions {
  /** Saves the current layout; the result says when. */
  leave(input: { sheetId: SheetId; layout: ColumnLayout }): Promise<Result<{ at: string }>>
  keep(input: { sheetId: SheetId; name: string; layout: ColumnLayout }): Promise<Result<null>>
  rename(input: { sheetId: SheetId; name: string; next: string }): Promise<Result<null>>
  drop(input: { sheetId: SheetId; name: string }): Promise<Result<null>>
}

/** Layouts that this tab has changed, by operator and sheet: newer than those of a page from the cache of the browser. */
const newestByOwner = new Map<string, SavedViews>()

const keyOf = (sheetId: SheetId, { operatorId }: SavedViews) => `${operatorId} ${sheetId}`

/** Remembers the layouts of a sheet that this tab has changed. */
export function rememberViews(sheetId: SheetId, views: SavedViews): void {
  newestByOwner.set(keyOf(sheetId, views), views)
}

/** The newest layouts that this tab knows: going back in the browser shows a page as it was before. */
export function newestViews(sheetId: SheetId, views: SavedViews): SavedViews {
  const known = newestByOwner.get(keyOf(sheetId, views))
  return known && known.leftAt >= views.leftAt ? known : views
}

/** The layout with which a sheet opens. */
export const openingLayout = ({ last }: SavedViews): ColumnLayout => last ?? defaultLayout
