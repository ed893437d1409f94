/**
 * Id of a line, unique in its draft. Lines are addressed by it, never by position. A removed line that returns has its
 * id again: by undo, or when its file is imported again.
 */
export type LineId = string

/** A cell's address: ids in two fields, since either may hold any character. */
export interface CellAddress {
  readonly line: LineId
  readonly column: string
}

/** Texts of a line by column id, verbatim; a blank cell may be absent. */
export type Texts = Readonly<Record<string, string>>

/** One line of a sheet. Lines are ordered by `rank`, then by `id`. */
export interface Line {
  readonly id: LineId
  readonly rank: number
  readonly texts: Texts
}

/**
 * Blank texts in some columns, to copy and fill in. V8 keeps an object whose property names were computed one by one
 * as a hash table, which is slow to read and to copy. A parsed object has a hidden class, and its copies share it.
 */
export const blankTexts = (columns: readonly string[]): Texts =>
  JSON.parse(JSON.stringify(Object.fromEntries(columns.map(column => [column, '']))))

/** Hidden key of a line (lib/import/recipe/hidden-columns.ts): its file, its table, the report there, and its row. */
export const SOURCE = '[].$source'
