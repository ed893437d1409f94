import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const unpack = promisify(gunzip)

/** Gzipped bytes as they were; undefined when they are not gzip, or longer than `maxBytes`. */
export const unpackWithin = (bytes: Uint8Array, maxBytes: number): Promise<Buffer | undefined> =>
  unpack(bytes, { maxOutputLength: maxBytes }).catch(() => undefined)
