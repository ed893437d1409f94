import 'server-only'
import type { Generated } from 'kysely'

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
    /** Counts its saves. */
    revision: Generated<number>
    /** Lines that were taken out up to this revision are forgotten. */
    floor: Generated<number>
    /** When personal data of its lines was erased last. */
    erased_at: string | null
  }
  draft_line: {
    draft_id: string
    line_id: string
    rank: number
    /** JSON object of texts by column (line-texts.ts); JSON escapes what a database would cut or refuse. */
    texts: string
    /** That of the draft's save that changed it last. */
    revision: Generated<number>
    /** JSON of a Trail (lib/sheet/merge.ts): which save wrote each cell last. */
    trail: Generated<string>
    /** When it was taken out; its texts are gone then. */
    removed_at: string | null
  }
  /** How many lines a draft has; triggers maintain it. */
  draft_line_count: {
    draft_id: string
    count: number
  }
  /** One workbench on a draft, from its opening to its end. */
  draft_sitting: {
    draft_id: string
    id: string
    operator_id: string
    /** Its last save that was taken, and what was answered (JSON): the same save again gets the same answer. */
    seq: number
    answer: string
    seen_at: string
  }
  /** Of one operator: that somebody wrote over what they wrote, unseen. It goes once they know. */
  draft_clash: {
    id: string
    draft_id: string
    revision: number
    kind: 'replaced' | 'revived' | 'kept'
    line_id: string
    /** JSON object by column id: what stood there. */
    texts: string
    /** In which sitting it was written, and by whom. */
    sitting_id: string
    operator_id: string
    by_operator: string
    at: string
  }
}
