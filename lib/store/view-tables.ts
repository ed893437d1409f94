import 'server-only'

/** Tables of how operators look at sheets. */
export interface ViewTables {
  sheet_view: {
    operator_id: string
    /** `orders/japan`, … (lib/sheet/sheets.ts). */
    sheet: string
    /** '' is how the operator left the sheet; every other one was given. */
    name: string
    /** JSON of a ColumnLayout (lib/sheet/column-layout.ts). */
    layout: string
    updated_at: string
  }
}
