import 'server-only'

/**
 * Prepared statements of one SQLite connection. Used by the threads of lib/store/db/sqlite/sqlite-thread.mjs and by
 * the reader of the main thread, so it is JavaScript that Node runs without a build.
 */

/** Maximum statements per connection; the least recently used one is dropped first. */
const MAX_STATEMENTS = 200

/** Prepared statements of one connection, cached by their SQL. */
export class Statements {
  #file
  /** @type {Map<string, Prepared>} */
  #known = new Map()

  /** @param {import('@photostructure/sqlite').DatabaseSyncInstance} file an open connection */
  constructor(file) {
    this.#file = file
  }

  /**
   * The prepared statement of a text.
   * @param {string} text one SQL statement
   * @returns {Prepared}
   */
  get(text) {
    const known = this.#known.get(text)
    if (known) this.#known.delete(text)
    else if (this.#known.size >= MAX_STATEMENTS) this.#removeOldest()
    const prepared = known ?? new Prepared(this.#file.prepare(text, { returnArrays: true }))
    this.#known.set(text, prepared)
    return prepared
  }

  #removeOldest() {
    for (const [text, prepared] of this.#known) {
      this.#known.delete(text)
      prepared.close()
      return
    }
  }
}

class Prepared {
  #statement
  #preparedAgain = 0
  /** @type {string[]} */
  #columns

  /** @param {import('@photostructure/sqlite').StatementSyncInstance} statement */
  constructor(statement) {
    this.#statement = statement
    this.#columns = statement.columns().map(column => column.name)
  }

  /** Whether it returns rows: a query, or a change with `returning`. */
  get givesRows() {
    return this.#columns.length > 0
  }

  /**
   * @param {readonly unknown[]} parameters
   * @returns {{ columns: string[], rows: unknown[][] }} rows as arrays in the order of the columns
   */
  all(parameters) {
    const rows = this.#statement.all(...parameters)
    // SQLite prepares a statement again after a schema change, and `select *` then has other columns.
    const preparedAgain = this.#statement.stat('reprepare')
    if (preparedAgain !== this.#preparedAgain) {
      this.#preparedAgain = preparedAgain
      this.#columns = this.#statement.columns().map(column => column.name)
    }
    return { columns: this.#columns, rows }
  }

  /** @param {readonly unknown[]} parameters */
  run(parameters) {
    const { changes, lastInsertRowid } = this.#statement.run(...parameters)
    return { changes, lastInsertRowid }
  }

  close() {
    this.#statement.close()
  }
}

/**
 * Rows as objects. The engine's own objects have no prototype, which React refuses to serialise.
 * @param {readonly string[]} columns
 * @param {readonly (readonly unknown[])[]} rows
 * @returns {Record<string, unknown>[]}
 */
export function toObjects(columns, rows) {
  return rows.map(values => {
    /** @type {Record<string, unknown>} */
    const row = {}
    for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = values[i]
    return row
  })
}
