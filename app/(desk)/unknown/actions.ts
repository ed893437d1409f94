'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { isDenial, type Wish } from '@/lib/ledger/resolutions'
import { releaseNumber, resolve } from '@/lib/ledger/resolve'
import { confirmRefusal as confirm, resumeRunner } from '@/lib/ledger/runner'
import { closeAlarm } from '@/lib/store/alarms'
import { database } from '@/lib/store/database'
import { listDoubts } from '@/lib/store/unknown'
import { findDoubtfulRequest } from '@/lib/store/unknown-requests'
import { words } from '@/lib/words/server'
import { alarmSchema, refusalSchema, releaseSchema, settleRequestSchema, settleSchema } from './schema'
import { settledSentence, unsettledSentence } from './settled-sentence'

const say = words('unknown')

/** Settles one order as a person says. Answers with the sentence that says it is done. */
export const settleOne = action(
  { role: 'registrar', input: settleSchema },
  async ({ id, attemptId, resolution, orderId, note, typed }, operator) => {
    if (isDenial(resolution) && typed !== '1') return trouble('typed', say('problems.typed', { count: 1 }))
    const wish: Wish = { id, attemptId, resolution, ...(orderId && { orderId }) }
    const settled = await resolve(await database(), [wish], { operatorId: operator.id, note }, Date.now())
    await resumeRunner()
    revalidatePath('/', 'layout')
    const [left] = settled.unsettled
    return left ? trouble(left.why, unsettledSentence(left)) : done(settledSentence(settled))
  },
)

/** Settles all orders of a request that are in doubt. */
export const settleRequest = action(
  { role: 'registrar', input: settleRequestSchema },
  async ({ request: key, resolution, note, typed }, operator) => {
    const open = await database()
    const request = await findDoubtfulRequest(open.kysely, key)
    if (!request) return trouble('gone', say('problems.gone'))
    const doubts = await listDoubts(open.kysely, { ...request, request: key })
    // What was typed is what was shown: had some been settled meanwhile, it would not be the same act any more.
    if (typed !== String(doubts.length)) {
      return trouble('typed', say('problems.typed', { count: doubts.length }))
    }
    const wishes = doubts.map(({ id, current_attempt: attemptId }): Wish => ({ id, attemptId, resolution }))
    const settled = await resolve(open, wishes, { operatorId: operator.id, note }, Date.now())
    await resumeRunner()
    revalidatePath('/', 'layout')
    const [left] = settled.unsettled
    if (left && settled.unsettled.length === wishes.length) return trouble(left.why, unsettledSentence(left))
    return done(settledSentence(settled))
  },
)

/** A person confirms that the answer to a request means that the service refused it. */
export const confirmRefusal = action(
  { role: 'registrar', input: refusalSchema },
  async ({ attemptId }, operator) => {
    const confirmed = await confirm(attemptId, operator.id)
    revalidatePath('/', 'layout')
    if (!confirmed.ok) return trouble(confirmed.code, say('problems.gone'))
    return done(say(`refused.${confirmed.state}`, { count: confirmed.count, status: confirmed.status }))
  },
)

/** Notes that a person saw to an alarm. */
export const seeAlarm = action({ role: 'registrar', input: alarmSchema }, async ({ alarmId }, operator) => {
  const { kysely } = await database()
  await closeAlarm(kysely, alarmId, operator.id, new Date().toISOString())
  revalidatePath('/', 'layout')
  return done(null)
})

/** An administrator releases the number of an order that is registered or was given up. */
export const release = action(
  { role: 'administrator', input: releaseSchema },
  async ({ id, reason }, operator) => {
    const released = await releaseNumber(await database(), id, operator.id, reason, Date.now())
    revalidatePath('/', 'layout')
    return released ? done(say('release.done')) : trouble('elsewhere', say('release.elsewhere'))
  },
)
