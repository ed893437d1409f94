import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { sha256Of } from '@/lib/import/sha256'
import type { EarlierImport, UploadStatus } from './protocol'
import type { Reader } from './reader'
import { MAX_NAME_LENGTH, pack, packedRowsOf, sourceTableOf } from './source-tables'

/** Bytes of one part of a file, before compression. */
const PART_BYTES = 1024 * 1024
/** A failed request is repeated after these delays. */
const RETRY_DELAYS_MS = [1000, 3000, 10_000]

/** The server refuses the upload. `reason`: its sentence, where it gave one. */
class UploadRefused extends Error {
  constructor(readonly reason: string | undefined) {
    super(reason)
  }
}

/**
 * Uploads a file beside its draft: its mapping, its rows, then its bytes, in compressed requests. Parts that are on the
 * server already are not sent again.
 */
export async function uploadSource(reader: Reader, draftId: string): Promise<UploadStatus> {
  const { result, input: given } = reader
  if (!result) return { state: 'failed' }
  const { book, tables, reading } = result
  const at = `/drafts/${draftId}/sources`
  const sha256 = sha256Of(given.bytes)
  const parts = Math.max(1, Math.ceil(given.bytes.length / PART_BYTES))
  const announce = (mapping: DetectedMapping) =>
    send<{ there: number[]; earlier?: EarlierImport }>('POST', at, {
      id: given.id,
      name: book.name.slice(0, MAX_NAME_LENGTH),
      size: given.bytes.length,
      sha256,
      kind: book.kind,
      parts,
      table: sourceTableOf(mapping, result),
    })
  try {
    let there: readonly number[] = []
    let earlier: EarlierImport | undefined
    for (const mapping of tables) {
      const announced = await announce(mapping)
      there = announced.there
      earlier ??= announced.earlier
      const position = mapping.table
      for await (const { packed, ...place } of packedRowsOf(book.tables[position])) {
        const query = new URLSearchParams({ reading, table: String(position), ...place })
        await send('PUT', `${at}/${given.id}/rows?${query}`, packed)
      }
    }
    for (let part = 0; part < parts; part++) {
      if (there.includes(part)) continue
      const bytes = given.bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
      await send('PUT', `${at}/${given.id}/parts/${part}`, await pack(bytes))
    }
    return { state: 'kept', ...(earlier && { earlier }) }
  } catch (error) {
    return {
      state: 'failed',
      ...(error instanceof UploadRefused && error.reason && { reason: error.reason }),
    }
  }
}

/** @throws UploadRefused where the server refuses, TypeError where it cannot be reached for a while */
async function send<T>(method: string, path: string, content: object | Uint8Array): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const isBytes = content instanceof Uint8Array
      const response = await fetch(path, {
        method,
        headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
        body: isBytes ? (content as BodyInit) : JSON.stringify(content),
      })
      if (response.ok) return response.status === 204 ? (undefined as T) : await response.json()
      // A server that is busy or restarting accepts it later.
      if (response.status < 500 || response.status === 507 || attempt >= RETRY_DELAYS_MS.length) {
        const problem: { detail?: string } = await response.json().catch(() => ({}))
        throw new UploadRefused(problem.detail)
      }
    } catch (error) {
      if (error instanceof UploadRefused || attempt >= RETRY_DELAYS_MS.length) throw error
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_DELAYS_MS[attempt]))
  }
}
