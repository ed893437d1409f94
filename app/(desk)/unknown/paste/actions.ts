'use server'
import { createHash } from 'node:crypto'
import { revalidatePath } from 'next/cache'
import { applySchema, pasteSchema } from '@/app/(desk)/unknown/schema'
import { settledSentence } from '@/app/(desk)/unknown/settled-sentence'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { denials } from '@/lib/ledger/resolutions-plan'
import { resolve } from '@/lib/ledger/resolve'
import { resumeRunner } from '@/lib/ledger/runner'
import { database } from '@/lib/store/database'
import { words } from '@/lib/words/server'
import { dryRun } from './dry-run'

const say = words('unknown.paste')

/** What a pasted list would do. Nothing is changed. */
export const lookAtList = action({ role: 'registrar', input: pasteSchema }, async list => {
  const { longReads } = await database()
  const run = await dryRun(longReads, list, Date.now())
  if (!run) return trouble('too_long', say('tooLong'))
  if (run.lines === 0) return trouble('empty', say('empty'))
  const { reading: _, wishes, ...shown } = run
  return done({ ...shown, wishes: wishes.length, denials: denials(run) })
})

/** Settles as the dry run showed. Had anything changed since, it is to be looked at again. */
export const applyList = action({ role: 'registrar', input: applySchema }, async (list, operator) => {
  const open = await database()
  const now = Date.now()
  const run = await dryRun(open.longReads, list, now)
  if (run?.digest !== list.digest) return trouble('changed', say('changed'))
  const count = denials(run)
  const isProduction = list.envId.startsWith('production:')
  const asked = isProduction ? run.wishes.length : count
  if (asked > 0 && list.typed !== String(asked))
    return trouble('typed', say('typedProblem', { count: asked }))
  const evidence = JSON.stringify(run.reading.rows.map(row => [row.number, row.id ?? null])).toWellFormed()
  const sha256 = createHash('sha256').update(list.text).digest('hex')
  const about = { operatorId: operator.id, note: list.note, list: { evidence, sha256 } }
  const settled = await resolve(open, run.wishes, about, now)
  await resumeRunner()
  revalidatePath('/', 'layout')
  return done(settledSentence(settled))
})
