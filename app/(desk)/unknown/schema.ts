import * as z from 'zod'
import { resolutions } from '@/lib/ledger/resolutions'
import { meanings } from '@/lib/ledger/resolutions-plan'

/** Characters of a pasted list, at most: what one action may carry. */
export const LONGEST_LIST = 900_000

const note = z.string().trim().max(500).optional()

/** How many it is about, typed by whoever says that something is not there. */
const typed = z.string().trim().max(10)

/** A request in doubt, as an address carries it. */
export const requestKey = z.object({ attemptId: z.string().max(64).nullable(), runId: z.string().max(64) })

/** One order that is settled by itself. */
export const settleSchema = z.object({
  id: z.string().max(64),
  attemptId: z.string().max(64).nullable(),
  resolution: z.enum(resolutions),
  orderId: z.string().max(40).optional(),
  note,
  typed,
})

/** All orders of a request that are in doubt. */
export const settleRequestSchema = z.object({
  request: requestKey,
  resolution: z.enum(resolutions),
  note,
  typed,
})

export const refusalSchema = z.object({ attemptId: z.string().max(64) })

export const alarmSchema = z.object({ alarmId: z.string().max(64) })

export const releaseSchema = z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(500) })

/** A list out of the shipping company's console, and what it is held against. */
export const pasteSchema = z.object({
  envId: z.string().max(400),
  scope: z.enum(['orders', 'products']),
  request: requestKey.optional(),
  text: z.string().max(LONGEST_LIST),
  meaning: z.enum(meanings),
})

/** The same, once its dry run was looked at. `digest` is of what was shown. */
export const applySchema = pasteSchema.extend({ digest: z.string().max(64), note, typed })
