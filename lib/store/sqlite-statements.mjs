/**
 * Prepared statements of one SQLite connection. Used by the threads of lib/store/sqlite-thread.mjs and by the reader of
 * the main thread, so it is JavaScript that Node runs as it is.
 */

/** Statements that a connection keeps; the one that was not used for longest goes first. */
const MOST_STATEMENTS = 200

export class Statements {
  #file
  /** @type {Map<string, Prepared>} */
  #known = new Map()

  /** @param {import('@photostructure/sqlite').DatabaseSyncInstance} file an open connection */
  constructor(file) {
    this.#file = file
  }

  /**
   * The statement of a text, prepared when it is first asked for.
   * @param {string} text one SQL statement
   * @returns {Prepared}
   */
  get(text) {
    const known = this.#known.get(text)
    if (known) this.#known.delete(text)
    else if (this.#known.size >= MOST_STATEMENTS) this.#removeOldest()
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

  /** Whether it gives rows: a query, or a change with `returning`. */
  get givesRows() {
    return this.#columns.length > 0
  }

  /**
   * @param {readonly unknown[]} parameters
   * @returns {{ columns: string[], rows: unknown[][] }} each row by column
   */
  all(parameters) {
    const rows = this.#statement.all(...parameters)
    // SQLite prepares a statement again when the schema has changed, and `select *` then has other columns.
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
 * Rows by column as objects. The engine's own have no prototype, which React refuses to hand to a browser.
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
