import { Deflate as Deflater } from 'fflate'
import type { Deflate } from './zip'

/** Two fifths more bytes than at the default level, in less than half the time. */
const LEVEL = 1

/** Compresses on the thread of its caller, in a browser and in Node alike. */
export const deflateInPlace: Deflate = async function* (chunks) {
  let ready: Uint8Array<ArrayBuffer>[] = []
  const deflater = new Deflater({ level: LEVEL }, chunk => ready.push(chunk))
  for await (const chunk of chunks) {
    deflater.push(chunk)
    yield* ready
    ready = []
  }
  deflater.push(new Uint8Array(), true)
  yield* ready
}
