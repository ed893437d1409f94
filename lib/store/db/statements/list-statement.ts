import 'server-only'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches } from './batches'

/** Rows per statement. Both databases limit the number of parameters, and each number of rows has a text of its own. */
const MAX_ROWS = 250

/** How the SQL of a `ListStatement` names its parameters. */
interface Placeholders {
  /** One of the leading values; they come before the list. */
  readonly value: RawBuilder<unknown>
  /** The list: `?, ?, ?` for rows of one column, `(?, ?), (?, ?)` for wider ones. PostgreSQL takes them as texts. */
  readonly list: RawBuilder<unknown>
}

/**
 * A statement about a list of rows. Its text is built once for each number of rows: for hundreds of rows, building it
 * costs Kysely more than running it costs the database.
 */
export class ListStatement<Row = unknown> {
  /** Texts by number of rows, for each database: its transactions share its adapter. */
  private readonly texts = new WeakMap<object, Map<number, string>>()

  /** @param columns values per row of the list */
  constructor(
    private readonly columns: number,
    private readonly template: (placeholders: Placeholders) => RawBuilder<Row>,
  ) {}

  /**
   * Runs the statement for at most 250 rows at a time; not at all for an empty list.
   * @returns the rows of the results
   */
  async run(
    db: Db,
    values: readonly unknown[],
    list: readonly (readonly unknown[])[],
  ): Promise<readonly Row[]> {
    const found: Row[] = []
    for (const batch of batches(list, MAX_ROWS)) {
      const query = CompiledQuery.raw(this.textFor(db, batch.length), [...values, ...batch.flat()])
      for (const row of (await db.executeQuery<Row>(query)).rows) found.push(row)
    }
    return found
  }

  private textFor(db: Db, rows: number): string {
    const { adapter } = db.getExecutor()
    const texts = this.texts.get(adapter) ?? new Map<number, string>()
    this.texts.set(adapter, texts)
    const text = texts.get(rows) ?? this.build(db, rows)
    texts.set(rows, text)
    return text
  }

  private build(db: Db, rows: number): string {
    const value = sql`${''}`
    const row = this.columns === 1 ? value : sql`(${sql.join(Array(this.columns).fill(value))})`
    return this.template({ value, list: sql.join(Array(rows).fill(row)) }).compile(db).sql
  }
}
