import 'server-only'

/** Tables of drafts of sheets. */
export interface DraftTables {
  draft: {
    id: string
    /** `orders/japan`, … (lib/sheet/sheets.ts). */
    sheet: string
    name: string
    created_by: string
    created_at: string
    updated_at: string
  }
  draft_line: {
    draft_id: string
    line_id: string
    rank: number
    /** JSON object of texts by column id; JSON escapes what a database would cut or refuse. */
    texts: string
  }
}
