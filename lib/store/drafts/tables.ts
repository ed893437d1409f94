import 'server-only'
import type { Generated } from 'kysely'

export interface DraftTables {
  draft: {
    id: string
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    name: string
    created_by: string
    created_at: string
    /** When its lines were last edited, and by whom. */
    updated_at: string
    edited_by: string | null
    /** Orders or products at the last save; null: never counted. */
    records: number | null
    /** Of these, how many Lading itself finds errors in; null: never counted. */
    errors: Generated<number | null>
    /** When they were counted; null: at the last edit. */
    errors_at: Generated<string | null>
    /** Of those with errors, how many had passed, or had failed, their last check on the connection then in use. */
    errors_passed: Generated<number | null>
    errors_failed: Generated<number | null>
    archived_at: string | null
    archived_by: string | null
    /** The row of a deleted draft stays without lines, so that an open tab cannot restore it. */
    deleted_at: string | null
    deleted_by: string | null
    /** The number of saves. */
    revision: Generated<number>
    /** Lines that were removed up to this revision are no longer stored. */
    floor: Generated<number>
    /** When personal data of its lines was last erased. */
    erased_at: string | null
    /** Until when personal data is being erased from all of it: no run starts meanwhile (lifecycle.ts). */
    erasing_until: Generated<string | null>
    /** The connection on which it was last used; null: not chosen yet. It may be deleted by now. */
    connection_id: string | null
  }
  draft_line: {
    draft_id: string
    line_id: string
    rank: number
    /**
     * JSON object of texts by column (line-texts.ts); JSON escapes characters that a database would cut or
     * refuse.
     */
    texts: string
    /** The revision of the save that changed it last. */
    revision: Generated<number>
    /** JSON of a Trail (lib/sheet/sync/merge.ts): the save that wrote each cell last. */
    trail: Generated<string>
    /** When it was removed; its texts are empty then. */
    removed_at: string | null
  }
  /**
   * What a line is searched by, folded (line-search.ts): its number, and the name of its recipient or product. Lines of
   * orders that the ledger has are searched there, and have no row here.
   */
  draft_line_search: {
    draft_id: string
    line_id: string
    number_key: string | null
    name_key: string | null
  }
  /** Lines whose shop states by when to dispatch them (dispatch-limits.ts). */
  draft_line_due: {
    draft_id: string
    line_id: string
    mall_order_number: string
    /** The day of the shop: `2026-11-23`. */
    due_on: string
  }
  /** Who made a save of a draft, and when. */
  draft_save: {
    draft_id: string
    revision: number
    operator_id: string
    at: string
  }
  /** Texts of a line that the save `revision` replaced (cell-history.ts). */
  draft_edit: {
    draft_id: string
    line_id: string
    revision: number
    /** JSON object of `ReplacedText` by column. */
    cells: string
  }
  /** The number of lines of a draft, maintained by triggers. */
  draft_line_count: {
    draft_id: string
    count: number
  }
  /** An editing session: one open workbench. */
  draft_sitting: {
    draft_id: string
    id: string
    operator_id: string
    /** Number and response (JSON) of its last save: a repeated save gets the same response. */
    seq: number
    answer: string
    seen_at: string
  }
  /** A conflict: another operator overwrote text unseen. Deleted once its operator has read it. */
  draft_clash: {
    id: string
    draft_id: string
    revision: number
    kind: 'replaced' | 'revived' | 'kept'
    line_id: string
    /** JSON object by column id: the overwritten texts. */
    texts: string
    /** The editing session and the operator that had written them. */
    sitting_id: string
    operator_id: string
    by_operator: string
    at: string
  }
}

export interface ViewTables {
  sheet_view: {
    operator_id: string
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    /** '' is the current layout; other names are given by operators. */
    name: string
    /** JSON of a ColumnLayout (lib/sheet/view/columns/column-layout.ts). */
    layout: string
    updated_at: string
  }
}

/** A limit of stored original files. `draft`: of one draft; `all`: of all drafts. */
export type ExceededQuota = 'draft' | 'all'

export interface SourceTables {
  /** An imported file with its original bytes. */
  source: {
    id: string
    draft_id: string
    name: string
    /** In bytes. */
    size: number
    /** Of all its bytes, lower-case hex. */
    sha256: string
    /** Of a Book (lib/files/book/book.ts): `text`, `xlsx`, … */
    kind: string
    /** The number of `source_part` rows of the complete file. */
    parts: number
    created_by: string
    created_at: string
    /** When its last part arrived. */
    kept_at: string | null
    /** When its bytes were deleted because they contain personal data. */
    erased_at: string | null
    /** Bytes of its stored parts and rows, maintained by `updateStoredBytes`. */
    stored: Generated<number>
  }
  /** A part of a file's bytes, gzipped separately. */
  source_part: {
    source_id: string
    position: number
    bytes: Uint8Array
  }
  /** A table of a file in one reading. */
  source_table: {
    source_id: string
    /** Name of the reading (lib/import/recipe/hidden-columns.ts); '' is the first one. */
    reading: string
    /** Position of the table in the file. */
    position: number
    /** Encoding of a text file. */
    encoding: string | null
    delimiter: string | null
    name: string
    /** Index of its header row; -1: none. */
    header: number
    /** JSON list of its headings, one per column. */
    headings: string
    /** JSON of a Recipe (lib/import/recipe/recipe.ts). */
    recipe: string
    /** JSON of `DetectedMapping.mapped`: for each mapped column of the sheet, the source columns of the file. */
    fed: string
  }
  /** Rows of a table: gzipped JSON of `[row of the file, texts][]`. */
  source_rows: {
    source_id: string
    /** Encoding and delimiter; '' for files that are not text. Readings with the same value share rows. */
    cut: string
    table_at: number
    /** Numbers of its first and last row. */
    first: number
    last: number
    rows: Uint8Array
  }
}
