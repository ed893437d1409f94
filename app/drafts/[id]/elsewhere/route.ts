import * as z from 'zod'
import { readJson } from '@/app/body'
import { route } from '@/lib/auth/route'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { replaceHeldElsewhere } from '@/lib/store/held-elsewhere'
import { findHolders, numberPlace } from './find-holders'

const number = z.string().min(1).max(500)

const place = {
  draftId: z.uuid(),
  sheetId: z.enum(Object.keys(sheets) as [keyof typeof sheets]),
  connectionId: z.string().min(1).max(100),
}

const lookupSchema = z.object({ ...place, numbers: z.array(number).max(2000) })
const reportSchema = z.object({ ...place, numbers: z.array(number).max(100_000) })

const malformed = () => Response.json({ title: 'input' }, { status: 400 })

const read = async (request: Request, draftId: string) => {
  const body = await readJson(request)
  return typeof body === 'object' ? { ...body, draftId } : undefined
}

/** Which of some numbers of a draft orders of other drafts hold. Numbers do not fit into an address: it reads alone. */
export const POST = route<{ id: string }>({}, async (request, { params }) => {
  const asked = lookupSchema.safeParse(await read(request, params.id))
  if (!asked.success) return malformed()
  const { draftId, sheetId, connectionId, numbers } = asked.data
  const { kysely } = await database()
  const where = await numberPlace(kysely, draftId, sheetId, connectionId)
  return Response.json(await findHolders(kysely, where, numbers))
})

/** Takes in all numbers of a draft that its sheet found to be held elsewhere: lists of drafts count them. */
export const PUT = route<{ id: string }>({ role: 'editor' }, async (request, { params }) => {
  const told = reportSchema.safeParse(await read(request, params.id))
  if (!told.success) return malformed()
  const { draftId, sheetId, connectionId, numbers } = told.data
  const { kysely, write } = await database()
  const where = await numberPlace(kysely, draftId, sheetId, connectionId)
  await write(trx => replaceHeldElsewhere(trx, where, numbers))
  return Response.json(null)
})
