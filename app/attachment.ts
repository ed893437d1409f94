import 'server-only'
import { getTranslations } from '@/lib/words/server'

/** A file name that is valid everywhere: no separators, no control characters, no quotes. */
const fileName = (name: string): string =>
  [
    ...name
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}"\\/:*?<>|]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 120)
    .join('') || 'lading'

/** The header that makes a browser save a response as a file of this name, in any script (RFC 6266, RFC 8187). */
function disposition(name: string): string {
  const safe = fileName(name)
  const plain = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')
  const exact = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Responds with a file. No cache stores it. */
export function attachment(
  body: Uint8Array | ReadableStream<Uint8Array>,
  name: string,
  type: string,
): Response {
  return new Response(body as BodyInit, {
    headers: {
      'content-type': type,
      'content-disposition': disposition(name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Responds that there is nothing to download. */
export const nothingThere = (sentence = getTranslations('history.download')('gone')): Response =>
  new Response(sentence, {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
  })
