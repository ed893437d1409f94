import { answerPress, begin, prepared, whyClosed } from '@/app/drafts/[id]/press'
import { type Press, pressSchema } from '@/app/drafts/[id]/press-schema'
import { done } from '@/lib/auth/outcome'
import { route } from '@/lib/auth/route'
import { checkedForm, PASS_LIFE_MS, type PreparedOrder } from '@/lib/ledger/prepared'
import { outcomesOf, pardonRefused } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'

/**
 * Asks the service about the orders that the desk does not refuse already and that have no fresh pass as they are.
 * Where no operation checks, what the service refused is looked at as if it had not: it may be registered again.
 */
export const POST = route<{ id: string }>({ role: 'editor' }, (request, { operator, params }) =>
  answerPress(request, params.id, pressSchema, async press => {
    const { check: operation } = sheets[press.sheetId]
    const closed = await whyClosed(press)
    if (closed) return closed
    const { orders: all, withheld, elsewhereCount: elsewhere } = await prepared(press, operator.id)
    if (!operation) await pardonRefused(press.draftId, press.connectionId, all)
    const isFresh = await freshPasses(press, all)
    const orders = all.filter(order => !isFresh(order))
    if (!operation || orders.length === 0) return done({ runId: '', taken: 0, withheld, elsewhere })
    const run = { ...press, kind: 'check', operation, operatorId: operator.id, orders } as const
    const begun = await begin(run, withheld)
    return begun.ok ? done({ ...begun.value, elsewhere, fresh: all.length - orders.length }) : begun
  }),
)

/** A pass that is older than this is renewed by a check, so that it does not end between the check and Register. */
const RENEWED_AFTER_MS = (PASS_LIFE_MS * 2) / 3

/** Tells whether one of these orders passed on this connection exactly as it is, and lately. */
async function freshPasses({ draftId, connectionId }: Press, orders: readonly PreparedOrder[]) {
  const since = new Date(Date.now() - RENEWED_AFTER_MS).toISOString()
  const known = await outcomesOf(draftId, connectionId, orders)
  return (order: PreparedOrder): boolean => {
    const outcome = known.get(order.mallOrderNumber)
    const isFresh = outcome?.state === 'passed' && outcome.checkedAt >= since
    return isFresh && outcome.sha256 === checkedForm(order).sha256
  }
}
