import 'server-only'
import type * as z from 'zod'
import { away } from '@/app/(desk)/[...sheet]/away'
import { prepareOrders } from '@/app/(desk)/[...sheet]/prepare'
import { readJson } from '@/app/body'
import { numberPlace } from '@/app/drafts/[id]/elsewhere/find-holders'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import type { RunRequest } from '@/lib/ledger/prepared'
import type { Refusal } from '@/lib/ledger/problem'
import { explainRefused, startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { fateOf, findDraft, readLines } from '@/lib/store/drafts'
import { findHeldElsewhere, type HeldElsewhere } from '@/lib/store/held-elsewhere'
import { heldLines } from '@/lib/store/held-lines'
import { words } from '@/lib/words/server'
import type { Press } from './press-schema'

// What the presses of a draft share. They are routes and no actions: a browser sends its actions one after another, and
// what is typed meanwhile would wait to be saved until all orders of a press are frozen.

const say = words('auth.guard')

/** What a press began. */
export interface Taken {
  readonly runId: string
  readonly taken: number
  /** Orders that the desk refuses already. */
  readonly withheld: number
  /** Orders whose numbers other drafts hold. */
  readonly elsewhere?: number
  /** Of a check: passed already, as they are. */
  readonly fresh?: number
  /** Nothing was begun: in production this many are to be confirmed first. */
  readonly toConfirm?: number
}

/** Reads a press on the draft `draftId` out of the body of a request and answers what `act` says of it. */
export async function answerPress<Schema extends z.ZodType>(
  request: Request,
  draftId: string,
  schema: Schema,
  act: (press: z.output<Schema>) => Promise<Outcome<Taken>>,
): Promise<Response> {
  const body = await readJson(request)
  const press = schema.safeParse(typeof body === 'object' ? { ...body, draftId } : undefined)
  if (!press.success) return Response.json(trouble('input', say('input')), { status: 400 })
  return Response.json(await act(press.data))
}

/** Why nothing may be sent of a draft: it was put away, or it is of another sheet than the press says. */
export async function whyClosed({ draftId, sheetId }: Press): Promise<Outcome<never> | undefined> {
  const { kysely } = await database()
  const fate = await fateOf(kysely, draftId)
  if (fate.state !== 'open') return away(fate)
  const draft = await findDraft(kysely, draftId)
  const isOther = draft !== undefined && draft.sheet !== sheetId
  return isOther ? trouble('malformed', problemSentence({ code: 'malformed' })) : undefined
}

/**
 * The orders of the stored draft as they may be sent, without those that are at the service already. Of orders that
 * another draft has registered it is noted in which fields they differ.
 */
export async function prepared(press: Press, operatorId: string) {
  const { draftId, sheetId, connectionId } = press
  const { kysely, longReads } = await database()
  const place = await numberPlace(kysely, draftId, sheetId, connectionId)
  const held = await heldLines(longReads, draftId, place.envId)
  const holders = new Map<string, HeldElsewhere>()
  const found = await prepareOrders(
    await readLines(longReads, draftId),
    sheets[sheetId],
    held,
    async numbers => {
      for (const one of await findHeldElsewhere(longReads, place, numbers)) holders.set(one.number, one)
      return new Set(holders.keys())
    },
  )
  const registered = found.elsewhere.flatMap(({ mallOrderNumber }): Refusal[] =>
    holders.get(mallOrderNumber)?.state === 'REGISTERED'
      ? [{ mallOrderNumber, reason: 'already_registered' }]
      : [],
  )
  const operation = sheets[sheetId].register
  if (registered.length > 0) {
    const request = { ...press, kind: 'register', operation, operatorId, orders: found.elsewhere } as const
    await explainRefused(request, registered)
  }
  return found
}

/** Starts a run, or says in a sentence why there is none. @param withheld orders that the desk refuses already */
export async function begin(request: RunRequest, withheld: number): Promise<Outcome<Taken>> {
  const started = await startRun(request)
  if (!started.ok && started.problem.code === 'unconfirmed') {
    return done({ runId: '', taken: 0, withheld, toConfirm: started.problem.count ?? 0 })
  }
  if (!started.ok) return trouble(started.problem.code, problemSentence(started.problem))
  if (request.kind === 'register') await explainRefused(request, started.refused)
  return done({ runId: started.runId, taken: started.taken, withheld })
}
