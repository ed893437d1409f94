import { type ColumnLayout, ownLayout } from '@/lib/sheet/column-layout'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Answer } from './actions'

/** A layout that an operator keeps by a name. */
export interface NamedView {
  readonly name: string
  readonly layout: ColumnLayout
}

/** What an operator keeps of a sheet's columns, as the page brings it. */
export interface SavedViews {
  readonly operatorId: string
  /** How the sheet was left; undefined when its columns were never touched. */
  readonly last: ColumnLayout | undefined
  /** When that was, as ISO 8601; '' when never. */
  readonly leftAt: string
  readonly named: readonly NamedView[]
}

/** What the workbench asks of the server about views. */
export interface ViewActions {
  /** Notes how the sheet is left; the answer says when. */
  leave(input: { sheetId: SheetId; layout: ColumnLayout }): Promise<Answer<{ at: string }>>
  keep(input: { sheetId: SheetId; name: string; layout: ColumnLayout }): Promise<Answer<null>>
  rename(input: { sheetId: SheetId; name: string; next: string }): Promise<Answer<null>>
  drop(input: { sheetId: SheetId; name: string }): Promise<Answer<null>>
}

/** What this tab knows to be newer than a page that the browser kept: by operator and sheet. */
const kept = new Map<string, SavedViews>()

const keyOf = (sheetId: SheetId, { operatorId }: SavedViews) => `${operatorId} ${sheetId}`

/** Remembers what this tab did to the views of a sheet. */
export function rememberViews(sheetId: SheetId, views: SavedViews): void {
  kept.set(keyOf(sheetId, views), views)
}

/** The newest views that this tab knows: going back in the browser brings a page as it was before. */
export function newestViews(sheetId: SheetId, views: SavedViews): SavedViews {
  const known = kept.get(keyOf(sheetId, views))
  return known && known.leftAt >= views.leftAt ? known : views
}

/** The layout that a sheet opens with. */
export const openingLayout = ({ last }: SavedViews): ColumnLayout => last ?? ownLayout
