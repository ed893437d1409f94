import 'server-only'
/**
 * A thread with connections to SQLite files that runs their statements, so that disk access does not block
 * the event loop. Started by lib/store/db/sqlite/sqlite-threads.ts, which defines the messages. A thread starts
 * from a file, while Next bundles imports; so this is JavaScript that Node runs without a build, found from
 * the project's folder.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import { Statements } from './sqlite-statements.mjs'

/**
 * Maximum content of one message, so that the main thread processes a large result in steps of a few
 * milliseconds.
 */
const MAX_MESSAGE_ROWS = 500
const MAX_MESSAGE_CHARACTERS = 256 * 1024

/** Whether this thread is working, and whether the process is exiting. @see sqlite-threads.ts */
const flags = new Int32Array(workerData.flags)
const BUSY = 0
const ENDING = 1

/** Connections by the number that the main thread assigned. */
const connections = new Map()
/** Results that have not been sent completely, by the number of their request. */
const unfinished = new Map()

const operations = {
  open({ connection, path, setup }) {
    const file = new DatabaseSync(path)
    try {
      for (const statement of setup) file.exec(statement)
    } catch (error) {
      file.close()
      throw error
    }
    connections.set(connection, { file, statements: new Statements(file) })
    return {}
  },
  exec({ connection, text }) {
    connections.get(connection).file.exec(text)
    return {}
  },
  query({ id, connection, text, parameters, bytes, ends = [], begins = false }) {
    const { file, statements } = connections.get(connection)
    if (begins && !file.isTransaction) file.exec('begin immediate')
    let start = 0
    for (const [index, end] of ends) {
      parameters[index] = new Uint8Array(bytes, start, end - start)
      start = end
    }
    const statement = statements.get(text)
    if (!statement.givesRows) return statement.run(parameters)
    const { columns, rows } = statement.all(parameters)
    unfinished.set(id, { rows, from: 0 })
    return { columns, ...nextRows(id) }
  },
  more: ({ of }) => nextRows(of),
  close({ connection }) {
    connections.get(connection)?.file.close()
    connections.delete(connection)
    return {}
  },
}

/** The next rows of a result, and whether they are the last ones. */
function nextRows(id) {
  const result = unfinished.get(id)
  const { rows, from } = result
  let to = from
  for (
    let characters = 0;
    to < rows.length && to - from < MAX_MESSAGE_ROWS && characters < MAX_MESSAGE_CHARACTERS;
    to++
  ) {
    for (const value of rows[to]) characters += value?.length ?? 8
  }
  result.from = to
  const isLast = to >= rows.length
  if (isLast) unfinished.delete(id)
  return { rows: from === 0 && isLast ? rows : rows.slice(from, to), isLast }
}

function respond(request) {
  const { id, connection } = request
  const isInTransaction = () => connections.get(connection)?.file.isTransaction === true
  try {
    const result = operations[request.operation](request)
    return { id, result, isInTransaction: isInTransaction() }
  } catch (error) {
    const failure = { message: error.message, code: error.code, errcode: error.errcode }
    return { id, failure, isInTransaction: isInTransaction() }
  }
}

parentPort.on('message', request => {
  // The process must not exit during a statement: the engine aborts if its thread ends within a call.
  Atomics.store(flags, BUSY, 1)
  const response = Atomics.load(flags, ENDING) === 0 ? respond(request) : undefined
  Atomics.store(flags, BUSY, 0)
  Atomics.notify(flags, BUSY)
  if (response) parentPort.postMessage(response)
})
