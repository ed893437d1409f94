'use server'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { database } from '@/lib/store/database'
import { deleteView, renameView, saveView } from '@/lib/store/views'
import { words } from '@/lib/words/server'
import { dropViewSchema, keepViewSchema, leaveSchema, renameViewSchema } from './view-schema'

const say = words('columnsMenu.problem')

/** Notes how an operator left the columns of a sheet. The newest one counts, whichever tab it comes from. */
export const leaveColumns = action({ input: leaveSchema }, async ({ sheetId, layout }, operator) => {
  const now = new Date()
  const { write } = await database()
  await write(trx => saveView(trx, placeOf(operator, sheetId), { name: '', layout }, now))
  return done({ at: now.toISOString() })
})

/** Keeps a layout by a name, in the place of the one that has it. */
export const keepView = action({ input: keepViewSchema }, async ({ sheetId, name, layout }, operator) => {
  const { write } = await database()
  const kept = await write(trx => saveView(trx, placeOf(operator, sheetId), { name, layout }, new Date()))
  return kept ? done(null) : trouble('full', say('full'))
})

/** Gives a kept layout another name. */
export const nameView = action({ input: renameViewSchema }, async ({ sheetId, name, next }, operator) => {
  const { write } = await database()
  const named = await write(trx => renameView(trx, placeOf(operator, sheetId), name, next))
  return named ? done(null) : trouble('taken', say('taken', { name: next }))
})

/** Forgets a kept layout. */
export const dropView = action({ input: dropViewSchema }, async ({ sheetId, name }, operator) => {
  const { write } = await database()
  await write(trx => deleteView(trx, placeOf(operator, sheetId), name))
  return done(null)
})

const placeOf = ({ id }: { id: string }, sheet: string) => ({ operatorId: id, sheet })
