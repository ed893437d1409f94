/**
 * A thread that holds connections to SQLite files and runs their statements, so that no disk holds up the event loop.
 * Started by lib/store/sqlite-threads.ts, which says what is sent both ways. Next bundles what a page imports, and a
 * thread starts from a file: that is why it is JavaScript that Node runs as it is, found from the project's folder.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import { Statements } from './sqlite-statements.mjs'

/** What one message carries at most: the main thread takes in a large result in steps of a few milliseconds. */
const MOST_ROWS = 500
const MOST_CHARACTERS = 256 * 1024

/** Whether this thread is at work, and whether the process ends. @see sqlite-threads.ts */
const flags = new Int32Array(workerData.flags)
const BUSY = 0
const ENDING = 1

/** Connections by the number that the main thread gave them. */
const connections = new Map()
/** Results that the main thread has not taken in completely, by the number of their request. */
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
  query({ id, connection, text, parameters, bytes, ends = [] }) {
    let start = 0
    for (const [index, end] of ends) {
      parameters[index] = new Uint8Array(bytes, start, end - start)
      start = end
    }
    const statement = connections.get(connection).statements.get(text)
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

/** The next rows of a result, and whether there are others. */
function nextRows(id) {
  const result = unfinished.get(id)
  const { rows, from } = result
  let to = from
  for (let characters = 0; to < rows.length && to - from < MOST_ROWS && characters < MOST_CHARACTERS; to++) {
    for (const value of rows[to]) characters += value?.length ?? 8
  }
  result.from = to
  const isLast = to >= rows.length
  if (isLast) unfinished.delete(id)
  return { rows: from === 0 && isLast ? rows : rows.slice(from, to), isLast }
}

function answer(request) {
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
  // The process cannot end while a statement runs: the engine aborts when its thread is ended within a call.
  Atomics.store(flags, BUSY, 1)
  const answered = Atomics.load(flags, ENDING) === 0 ? answer(request) : undefined
  Atomics.store(flags, BUSY, 0)
  Atomics.notify(flags, BUSY)
  if (answered) parentPort.postMessage(answered)
})
