import 'server-only'
import { createHash } from 'node:crypto'
import type * as z from 'zod'
import type { pasteSchema } from '@/app/(desk)/unknown/schema'
import { answeredAt } from '@/lib/ledger/answered'
import { mayBeAbsentFrom, readOrderId } from '@/lib/ledger/resolutions'
import { MOST_PASTED, type PastedRow, type PasteReading, readPaste } from '@/lib/ledger/resolutions-paste'
import { type Plan, planPaste } from '@/lib/ledger/resolutions-plan'
import { listCarried } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { listDoubts, ownersOfIds, statesOfNumbers } from '@/lib/store/unknown'

/** What a pasted list would do, and what was read of it. */
export interface DryRun extends Plan {
  readonly digest: string
  readonly lines: number
  readonly headings: number
  readonly idsUnclear: boolean
  /** When the last of the missing ones may be settled as not there, milliseconds; the list must be younger. */
  readonly absentFrom: number | undefined
  readonly reading: PasteReading
}

/** Holds a pasted list against what is in doubt now; undefined when it is too long. */
export async function dryRun(
  handle: Handle,
  { envId, scope, request, text, meaning }: z.output<typeof pasteSchema>,
  now: number,
): Promise<DryRun | undefined> {
  const doubts = await listDoubts(handle, { envId, scope, request })
  const attemptIds = [...new Set(doubts.map(doubt => doubt.current_attempt))].filter(id => id !== null)
  // A list of a request's other orders, which the response told of, is a list of that request all the same.
  const carried = await listCarried(handle, attemptIds)
  const answered = await answeredAt(handle, attemptIds)
  const reading = readPaste(text, new Set([...doubts.map(doubt => doubt.mall_order_number), ...carried]))
  if (reading.rows.length > MOST_PASTED) return undefined
  const inDoubt = new Set(doubts.map(doubt => doubt.mall_order_number))
  // A product has no id at the service.
  const rows: readonly PastedRow[] =
    scope === 'products' ? reading.rows.map(({ id: _, ...row }) => row) : reading.rows
  const others = [...new Set(rows.flatMap(row => (inDoubt.has(row.number) ? [] : row.number)))]
  const ids = [...new Set(rows.flatMap(row => readOrderId(row.id ?? '') ?? []))]
  const plan = planPaste(
    { rows, alike: reading.alike },
    doubts.map(doubt => ({
      id: doubt.id,
      number: doubt.mall_order_number,
      attemptId: doubt.current_attempt,
      absentFrom: mayBeAbsentFrom(
        doubt.hard_deadline,
        doubt.updated_at,
        answered.get(doubt.current_attempt ?? ''),
      ),
    })),
    {
      states: await statesOfNumbers(handle, envId, scope, others),
      idOwners: await ownersOfIds(handle, envId, ids),
      carried: new Set(carried),
    },
    meaning,
    now,
  )
  const times = plan.missing.map(one => one.absentFrom).filter(from => from <= now)
  return {
    ...plan,
    reading: { ...reading, rows },
    lines: rows.length,
    headings: reading.headings,
    idsUnclear: reading.idsUnclear,
    digest: createHash('sha256').update(JSON.stringify(plan.wishes)).digest('hex'),
    absentFrom: times.length > 0 ? times.reduce((late, from) => Math.max(late, from)) : undefined,
  }
}
