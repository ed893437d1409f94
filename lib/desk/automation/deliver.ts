import 'server-only'
import type * as z from 'zod'
import { MAX_ARRIVAL_BYTES, receiveFile } from '@/lib/desk/intake/arrival'
import { arrivalPorts, wakeIntake } from '@/lib/desk/intake/intake'
import type { fileQuery, ProgramFile } from '@/lib/desk-api/automation'
import { MEGABYTE } from '@/lib/files/book/limits'
import { getTranslations } from '@/lib/words/server'
import { findConnectionByName } from './connection'
import { viewOfFile } from './files'
import { type ProgramResult, refused, succeeded } from './program-result'

const t = getTranslations('automation.api')

/** Receives a file of a program: it becomes a draft soon. @param requestKey its Idempotency-Key */
export async function deliverFile(
  { name, sheet, connection, new: isNew }: z.output<typeof fileQuery>,
  bytes: Uint8Array,
  by: { readonly operatorId: string; readonly keyId: string; readonly requestKey: string | undefined },
): Promise<ProgramResult<ProgramFile>> {
  const found = connection === undefined ? undefined : await findConnectionByName(connection)
  if (found && !found.ok) return found
  const arrival = await receiveFile(await arrivalPorts(), {
    name,
    bytes,
    origin: 'api',
    operatorId: by.operatorId,
    sheet,
    connectionId: found?.value.id,
    isNew: isNew === 'true',
    requestKey: by.requestKey === undefined ? undefined : `${by.keyId}:${by.requestKey}`,
  })
  if (arrival.kind === 'conflict') return refused(422, t('conflict'))
  if (arrival.kind === 'quota') return refused(507, t('quota'))
  wakeIntake()
  return succeeded({ ...(await viewOfFile(arrival.file)), isKnown: arrival.isKnown })
}

/** The refusal of a body that is larger than `MAX_ARRIVAL_BYTES` (413). */
export const tooLarge = (): ProgramResult<never> =>
  refused(413, t('tooLarge', { most: MAX_ARRIVAL_BYTES / MEGABYTE }))
