import 'server-only'
import type * as z from 'zod'
import { endOfKey } from '@/lib/desk-api/programs/clients'
import {
  type createDeskKeySchema,
  type DeskKeyView,
  deskScopeChoices,
  type IssuedDeskKey,
} from '@/lib/desk-api/programs/desk-keys'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { database } from '@/lib/store/db/database'
import {
  createDeskKey as create,
  listDeskKeys as list,
  revokeDeskKey as revoke,
} from '@/lib/store/people/desk-keys'
import { keyring } from '@/lib/store/secrets/keyring'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('deskKeys')
const fields = getTranslations('settings.fields')
const guard = getTranslations('auth.guard')

/** The keys with which programs use the desk. */
export const listDeskKeys = async (now: Date): Promise<DeskKeyView[]> => list((await database()).kysely, now)

/** Creates a key. Its secret is returned here and never again. @param by id of the administrator */
export async function createDeskKey(
  { name, scopes, ...end }: z.output<typeof createDeskKeySchema>,
  by: string,
): Promise<Result<IssuedDeskKey>> {
  const { write } = await database()
  const now = new Date()
  const expiresAt = endOfKey(end, now, requestLocale().timeZone)
  // The day is over in the operator's time zone, but not in all others, which the schema accepts.
  if (expiresAt !== undefined && expiresAt <= now)
    return fail('input', guard('input'), [{ name: 'lastDay', message: fields('lastDayPast') }])
  const key = { name, scopes: deskScopeChoices[scopes], by, expiresAt }
  const secret = await write(trx => create(trx, keyring(), key, now))
  if (secret !== undefined) return ok({ name, secret })
  return fail('input', guard('input'), [{ name: 'name', message: fields('nameTaken') }])
}

/** Revokes a key from the next request on. */
export async function revokeDeskKey(id: string, by: string): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => revoke(trx, { id, by }, new Date()))) ? ok(null) : fail('gone', t('gone'))
}
