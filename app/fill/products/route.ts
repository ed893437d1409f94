import * as z from 'zod'
import { readJson } from '@/app/body'
import { takeOverRegistered } from '@/app/fill/take-over'
import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { findAlike, findProducts, listCodes } from '@/lib/store/product-master'

const schema = z.object({ codes: z.array(z.string().max(500)).max(1000) })

/** What no database can hold is no code of the master. */
const isStorable = (code: string) => code.isWellFormed() && !code.includes('\u0000')

/** So many codes are told at once. */
const MOST = 20_000

/** All codes of the product master, or null where there are many: whoever fills a file need not ask for the others. */
export const GET = route({}, async () => {
  const opened = await database()
  await takeOverRegistered(opened)
  return Response.json({ codes: (await listCodes(opened.kysely, MOST)) ?? null })
})

/** What the product master knows of some codes. A route and no action: a file that comes in asks from its worker. */
export const POST = route({}, async request => {
  const read = schema.safeParse(await readJson(request))
  if (!read.success) return Response.json(null, { status: 400 })
  const opened = await database()
  await takeOverRegistered(opened)
  const codes = read.data.codes.filter(isStorable)
  const products = await findProducts(opened, codes)
  const others = codes.filter(code => !Object.hasOwn(products, code))
  return Response.json({ products, alike: await findAlike(opened, others) })
})
