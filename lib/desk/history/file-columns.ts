import 'server-only'
import { hiddenColumns, parseSourcePosition, type SourcePosition } from '@/lib/import/recipe/hidden-columns'
import type { Db } from '@/lib/store/db/database'
import { readRows } from '@/lib/store/drafts/sources/source-rows'
import { listCurrentTables, listSourceTables } from '@/lib/store/drafts/sources/source-tables'
import { listSources } from '@/lib/store/drafts/sources/sources'
import { type OrderIdRow, readLineTexts } from '@/lib/store/ledger/history/ids'

/** The shop's own columns of sent orders. */
export interface SourceColumns {
  /** Headings, in the order of the cells. */
  readonly headings: readonly string[]
  /** The lines of these orders, by order and line: a text for each heading. */
  read(orders: readonly OrderIdRow[]): Promise<readonly (readonly (readonly string[])[])[]>
}

/**
 * The columns of the file of a draft, with the original rows of its orders. The cells of a typed line, and of a line
 * that was deleted since, are blank.
 * @returns undefined if the draft has no file, files of several kinds, or an erased file
 */
export async function fileColumns(handle: Db, draftId: string): Promise<SourceColumns | undefined> {
  const sources = await listSources(handle, draftId)
  if (sources.length === 0 || sources.some(source => source.erased_at !== null)) return undefined
  const ids = sources.map(source => source.id)
  const tables = await listCurrentTables(handle, draftId, await listSourceTables(handle, ids))
  const kinds = new Set(tables.map(table => table.headings))
  const [kind] = kinds
  if (kind === undefined || kinds.size > 1) return undefined
  const headings: readonly string[] = JSON.parse(kind)
  return {
    headings,
    read: async orders => {
      const lines = await readLineTexts(
        handle,
        draftId,
        orders.flatMap(order => order.lineIds),
      )
      const sources = [...lines.values()].flatMap(texts => texts[hiddenColumns.source] ?? [])
      const rows = await rowsAt(handle, sources)
      return orders.map(order =>
        order.lineIds.map(id => {
          const row = rows.get(lines.get(id)?.[hiddenColumns.source] ?? '') ?? []
          return headings.map((_, column) => row[column] ?? '')
        }),
      )
    },
  }
}

/** Rows of files by the hidden cells that refer to them. */
async function rowsAt(
  handle: Db,
  sources: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = new Map<string, { place: SourcePosition; rows: Map<number, string> }>()
  for (const source of sources) {
    const place = parseSourcePosition(source)
    if (!place) continue
    const key = `${place.file}:${place.table}:${place.reading}`
    const known = wanted.get(key) ?? { place, rows: new Map<number, string>() }
    known.rows.set(place.row, source)
    wanted.set(key, known)
  }
  const found = new Map<string, readonly string[]>()
  for (const { place, rows } of wanted.values()) {
    const { file: source_id, reading, table: position } = place
    const read = await readRows(handle, { source_id, reading, position }, [...rows.keys()])
    for (const [number, texts] of read) found.set(rows.get(number) ?? '', texts)
  }
  return found
}
