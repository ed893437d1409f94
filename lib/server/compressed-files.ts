import 'server-only'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'

/** Files of the build as brotli, by the path of their URL. */
export type CompressedFiles = ReadonlyMap<string, { readonly body: Buffer; readonly type: string }>

const PREFIX = '/_next/static/'
const ENDING = '.br'
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
}

/**
 * Reads the compressed files of a build (scripts/lib/build/compress-static.mjs) into memory: about a quarter of the
 * size of `.next/static` without its fonts.
 * @returns an empty map where there are none, as in development and after a bare `next build`
 */
export function readCompressedFiles(folder: string): CompressedFiles {
  const files = new Map<string, { body: Buffer; type: string }>()
  for (const path of pathsIn(folder)) {
    const name = path.slice(0, -ENDING.length)
    const type = types[extname(name)]
    if (path.endsWith(ENDING) && type)
      files.set(PREFIX + name.split(sep).join('/'), { body: readFileSync(join(folder, path)), type })
  }
  return files
}

/**
 * Sends a file as brotli to a client that accepts it, with the headers with which Next sends it as gzip.
 * @returns whether the request was answered
 */
export function sendCompressed(
  files: CompressedFiles,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (files.size === 0 || (method !== 'GET' && method !== 'HEAD') || headers.range !== undefined) return false
  const file = files.get(url.split('?', 1)[0] ?? '')
  if (!file || !acceptsBrotli(headers['accept-encoding'])) return false
  response.writeHead(200, {
    'content-type': file.type,
    'content-encoding': 'br',
    'content-length': file.body.length,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(method === 'HEAD' ? undefined : file.body)
  return true
}

/** Whether an Accept-Encoding header (RFC 9110, 12.5.3) names brotli, with a weight above 0. */
const acceptsBrotli = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some(coding => /^\s*br\s*(;|$)/i.test(coding) && !/;\s*q=0(\.0*)?\s*$/i.test(coding))

/** Paths below a folder, relative to it. */
function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
