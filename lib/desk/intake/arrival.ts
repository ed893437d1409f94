import 'server-only'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { newDraftId, newFileId } from '@/lib/desk-api/drafts/ids'
import { limits, MEGABYTE } from '@/lib/files/book/limits'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Database, Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { deleteUnfinishedSource, exceededQuota } from '@/lib/store/drafts/sources/source-quota'
import { completeSource, insertSource, savePart } from '@/lib/store/drafts/sources/sources'
import type { ExceededQuota } from '@/lib/store/drafts/tables'
import {
  deleteAbandonedArrivals,
  endArrival,
  markOverQuota,
  markReceived,
  recordArrival,
} from '@/lib/store/intake/arrivals'
import { findIntakeFile, type IntakeFile } from '@/lib/store/intake/files'
import { iso, sha256Hex } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { draftNameFor } from './draft-name'
import type { IntakeReason } from './reason'

const pack = promisify(gzip)

/** Bytes of one stored part of a file, before compression. */
const PART_BYTES = MEGABYTE
const MAX_NAME_LENGTH = 500

/** The largest file that is received, in bytes. */
export const MAX_ARRIVAL_BYTES = limits.fileMegabytes * MEGABYTE

/** A file that arrives without a person. */
export interface ArrivingFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly origin: 'folder' | 'api'
  /** The operator of the key or of the folder. */
  readonly operatorId: string
  /** The sheet to fill; undefined: the one that the file fits. */
  readonly sheet?: SheetId | undefined
  /** Where its orders are checked; undefined: on the default connection. */
  readonly connectionId?: string | undefined
  /** Imports the file again although its contents are known. */
  readonly isNew?: boolean | undefined
  /** Identifies the request: repeated, it is the same file. */
  readonly requestKey?: string | undefined
}

/** The result of an arrival. `conflict`: the request key belongs to another request. */
export type Arrival =
  | { readonly kind: 'received'; readonly file: IntakeFile; readonly isKnown: boolean }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'quota'; readonly id: string; readonly exceeded: ExceededQuota }

/** Points where a test kills the process, or acts as the sender of a file. */
export type ArrivalFailpoint =
  | 'file_recorded'
  | 'file_part'
  | 'file_received'
  | 'file_moving'
  | 'file_hidden'
  | 'file_moved'

/** What arrivals need. */
export interface ArrivalPorts {
  readonly database: Database
  readonly quota: { readonly draftFileBytes: number; readonly allFileBytes: number }
  readonly now: () => number
  readonly failpoint: (at: ArrivalFailpoint) => void
}

/**
 * Stores a file durably, once for the same contents: a process that dies on the way, or another server with the same
 * file, is continued by the next arrival. It becomes a draft later (intake-worker.ts).
 * @throws StorageFullError
 */
export async function receiveFile(ports: ArrivalPorts, arriving: ArrivingFile): Promise<Arrival> {
  const { database, now, failpoint } = ports
  const { bytes, origin, operatorId } = arriving
  const sha256 = sha256Hex(bytes)
  const id = newFileId()
  const file = await database.accept(trx =>
    recordArrival(
      trx,
      {
        id,
        request_key: arriving.requestKey ?? null,
        sha256,
        name: storableName(arriving.name),
        size: bytes.length,
        origin,
        operator_id: operatorId,
        sheet: arriving.sheet ?? null,
        connection_id: arriving.connectionId ?? null,
        draft_id: newDraftId(),
        isNew: arriving.isNew ?? false,
      },
      iso(now()),
    ),
  )
  failpoint('file_recorded')
  if (file.sha256 !== sha256 || (file.id !== id && !isSameRequest(file, arriving)))
    return { kind: 'conflict' }
  if (file.state !== 'receiving') return { kind: 'received', file, isKnown: file.id !== id }
  const exceeded = await storeBytes(ports, file, bytes, origin)
  if (exceeded !== undefined) return { kind: 'quota', id: file.id, exceeded }
  failpoint('file_received')
  const stored = (await findIntakeFile(database.kysely, file.id)) ?? file
  return { kind: 'received', file: stored, isKnown: file.id !== id }
}

/**
 * Whether a file that is known by the key of a request may have arrived with the same choices. Its stored sheet is the
 * one that was requested or, once it was read, the one that was found; a file that needs a person may be for another
 * sheet than the requested one.
 */
function isSameRequest(file: IntakeFile, { requestKey, sheet, connectionId, isNew }: ArrivingFile): boolean {
  // Known by its contents: the same contents are the same draft, with any choices.
  if (requestKey === undefined || file.request_key !== requestKey) return true
  const isSheetKnown = file.outcome === null || file.outcome === 'imported'
  return (
    file.connection_id === (connectionId ?? null) &&
    file.identity.startsWith(`${file.sha256}#${requestKey}`) === (isNew ?? false) &&
    (sheet === undefined || sheet === file.sheet || !isSheetKnown)
  )
}

/** @returns the quota that the file exceeds; undefined once it is stored */
async function storeBytes(
  ports: ArrivalPorts,
  file: IntakeFile,
  bytes: Uint8Array,
  origin: ArrivingFile['origin'],
): Promise<ExceededQuota | undefined> {
  const { database, now, failpoint } = ports
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES))
  const exceeded = await database.accept(async trx => {
    const found = await checkQuota(ports, trx, file, origin)
    if (found !== undefined) return found
    await insertSource(trx, {
      id: file.id,
      draft_id: file.draft_id,
      name: file.name,
      size: file.size,
      sha256: file.sha256,
      kind: '',
      parts,
      created_by: file.operator_id,
      created_at: file.created_at,
      kept_at: null,
      erased_at: null,
    })
    return undefined
  })
  if (exceeded !== undefined) return exceeded
  for (let part = 0; part < parts; part++) {
    const packed = await pack(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
    await database.accept(async trx => {
      await savePart(trx, file.id, part, packed)
      if (part + 1 < parts) return
      await completeSource(trx, file.id, iso(now()))
      await markReceived(trx, file.id, iso(now()))
    })
    failpoint('file_part')
  }
  return undefined
}

/**
 * The quota that a file exceeds, if any. What a program sends is refused; a file in the watched folder waits, which is
 * noted, so that Home says so.
 */
async function checkQuota(
  { quota, now }: Pick<ArrivalPorts, 'quota' | 'now'>,
  trx: Db,
  file: IntakeFile,
  origin: ArrivingFile['origin'],
): Promise<ExceededQuota | undefined> {
  const exceeded = await exceededQuota(trx, { draftId: file.draft_id, bytes: file.size, quota })
  if (exceeded !== undefined && origin === 'folder') await markOverQuota(trx, file.id, exceeded, iso(now()))
  return exceeded
}

/** Whether a file in the watched folder that exceeded a quota still exceeds it. It is not read again. */
export async function isStillOverQuota(ports: ArrivalPorts, id: string): Promise<boolean> {
  return ports.database.accept(async trx => {
    const file = await findIntakeFile(trx, id)
    return file?.state === 'receiving' && (await checkQuota(ports, trx, file, 'folder')) !== undefined
  })
}

/**
 * Records a file that is not stored, such as one that is too large: its empty draft says why, so that Home names it.
 * @param identity what identifies it, because its contents are not read
 */
export async function recordRefusedFile(
  { database, now }: Pick<ArrivalPorts, 'database' | 'now'>,
  file: Pick<ArrivingFile, 'name' | 'origin' | 'operatorId'> & { readonly size: number },
  identity: string,
  reason: IntakeReason,
): Promise<IntakeFile> {
  return database.accept(async trx => {
    const at = iso(now())
    const recorded = await recordArrival(
      trx,
      {
        id: newFileId(),
        request_key: null,
        sha256: identity,
        name: storableName(file.name),
        size: file.size,
        origin: file.origin,
        operator_id: file.operatorId,
        sheet: null,
        connection_id: null,
        draft_id: newDraftId(),
        isNew: false,
      },
      at,
    )
    if (recorded.state !== 'receiving') return recorded
    await createDraft(trx, recorded, 'orders/japan', new Date(now()))
    await endArrival(trx, recorded.id, { outcome: 'unreadable', reason: JSON.stringify(reason) }, at)
    return (await findIntakeFile(trx, recorded.id)) ?? recorded
  })
}

/** Creates the draft of a file without lines, unless it exists. @returns whether it can be edited */
export async function createDraft(trx: Db, file: IntakeFile, sheet: SheetId, now: Date): Promise<boolean> {
  const draft = {
    id: file.draft_id,
    sheet,
    name: await draftNameFor(trx, file.name),
    operatorId: file.operator_id,
    connectionId: file.connection_id ?? undefined,
  }
  return (await saveLines(trx, draft, { upserts: [], removes: [] }, now)).state === 'open'
}

/** How long an arrival may be interrupted before what it stored is deleted. */
const ABANDONED_AFTER_MS = DAY_MS

/** Deletes what arrivals stored that were never completed. */
export async function deleteAbandoned({
  database,
  now,
}: Pick<ArrivalPorts, 'database' | 'now'>): Promise<void> {
  await database.write(async trx => {
    for (const id of await deleteAbandonedArrivals(trx, iso(now() - ABANDONED_AFTER_MS)))
      await deleteUnfinishedSource(trx, id)
  })
}

/** Neither database stores control characters or lone surrogates unchanged. */
const storableName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, MAX_NAME_LENGTH) || 'file'
