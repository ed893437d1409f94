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
    /** When its lines were edited last, and by whom. */
    updated_at: string
    edited_by: string | null
    /** Orders or products, as they were counted at the last save; null: never counted. */
    records: number | null
    archived_at: string | null
    archived_by: string | null
    /** The row of a deleted draft stays, without lines, so that no tab that still has it open brings it back. */
    deleted_at: string | null
    deleted_by: string | null
    /** When personal data of its lines was erased last. */
    erased_at: string | null
  }
  draft_line: {
    draft_id: string
    line_id: string
    rank: number
    /** JSON object of texts by column id; JSON escapes what a database would cut or refuse. */
    texts: string
  }
}
