import 'server-only'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createDeflateRaw } from 'node:zlib'
import type { Deflate } from './zip'

/** Rows of a sheet repeat themselves: a higher level takes twice the time and saves a tenth. */
const LEVEL = 3

/** Compresses in threads of Node, and lets the event loop turn after each chunk that was created. */
export const deflateInThreads: Deflate = async function* (chunks) {
  const deflater = createDeflateRaw({ level: LEVEL })
  // An error of the chunks makes the reading of `deflater` fail as well. A reader that leaves early ends
  // both without one.
  const filling = pipeline(withTurns(chunks), deflater).catch(() => {})
  yield* deflater
  await filling
}

async function* withTurns(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}
