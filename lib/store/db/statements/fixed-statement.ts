import 'server-only'
import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from '@/lib/store/db/database'

/** A placeholder for a value while the text of a statement is built. */
class Mark {
  constructor(readonly name: PropertyKey) {}
}

/**
 * A statement whose text never changes. Kysely builds and compiles it once: for the small statements of each request to
 * a service, that costs more than running them costs the database.
 */
export class FixedStatement<Values extends object, Row> {
  private readonly compiled = new WeakMap<object, CompiledQuery<Row>>()

  /** @param build makes the query; `values` may only become parameters, and their presence must not change it */
  constructor(private readonly build: (db: Db, values: Values) => Compilable<Row>) {}

  /** @param values the same keys each time */
  run(db: Db, values: Values): Promise<QueryResult<Row>> {
    const compiler = compilerOf(db)
    const query = this.compiled.get(compiler) ?? this.compile(db, values)
    this.compiled.set(compiler, query)
    const parameters = query.parameters.map(value =>
      value instanceof Mark ? values[value.name as keyof Values] : value,
    )
    // With the id of the query, by which writes are watched.
    return db.executeQuery({ ...query, parameters })
  }

  /** The first row of the result. */
  async first(db: Db, values: Values): Promise<Row | undefined> {
    return (await this.run(db, values)).rows[0]
  }

  private compile(db: Db, values: Values): CompiledQuery<Row> {
    const marks = Object.fromEntries(Object.keys(values).map(name => [name, new Mark(name)]))
    return this.build(db, marks as Values).compile()
  }
}

/**
 * The object that compiles the queries of a database. `watchWrites` knows only the queries that were compiled through
 * it, so a database and its transactions, which are not watched, each compile their own. Transactions share the adapter
 * of their database.
 */
function compilerOf(db: Db): object {
  const { adapter, plugins } = db.getExecutor()
  return plugins[0] ?? adapter
}
