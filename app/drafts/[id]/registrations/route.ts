import { answerPress, begin, prepared, type Taken, whyClosed } from '@/app/drafts/[id]/press'
import { type Press, pressSchema } from '@/app/drafts/[id]/press-schema'
import { done, type Outcome } from '@/lib/auth/outcome'
import { route } from '@/lib/auth/route'
import { outcomesOf, resumeStanding } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { environmentId, findConnection } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { countStandingOrders } from '@/lib/store/runs'

/**
 * Registers what passed its check exactly as it is now; where no service checks, what the desk takes and nobody has
 * refused as it is. The ledger decides about each. In production nothing is begun that the operator did not confirm by
 * typing its count, orders that wait behind a run that stopped among it. What was refused before and passed since goes
 * by itself, and only when a person asks for that: it would have what goes beside it refused as well.
 */
export const POST = route<{ id: string }>({ role: 'registrar' }, (request, { operator, params }) =>
  answerPress(request, params.id, pressSchema, async press => {
    const { register: operation } = sheets[press.sheetId]
    const closed = await whyClosed(press)
    if (closed) return closed
    const waiting = press.again ? nothingWaits : await countStanding(press)
    const { orders, elsewhere } = await registrable(press, operator.id)
    const nothing: Outcome<Taken> = done({ runId: '', taken: 0, withheld: 0 })
    const confirmed = press.confirmed === undefined ? undefined : press.confirmed - waiting.count
    const fresh = {
      ...press,
      confirmed,
      kind: 'register',
      operation,
      operatorId: operator.id,
      orders,
    } as const
    const begun = orders.length === 0 ? nothing : await begin(fresh, 0)
    if (!begun.ok) return begun
    if (begun.value.toConfirm !== undefined) {
      return done({ ...begun.value, toConfirm: begun.value.toConfirm + waiting.count })
    }
    if (waiting.mustConfirm && begun.value.taken + waiting.count !== press.confirmed) {
      return done({ ...begun.value, toConfirm: waiting.count })
    }
    // Orders that wait behind a run that stopped go on, too: the operator has seen why it stopped.
    const [resumed] = press.again ? [] : await resumeStanding(press.draftId, press.connectionId)
    return done({ ...begun.value, elsewhere, runId: begun.value.runId || (resumed ?? '') })
  }),
)

async function registrable(press: Press, operatorId: string) {
  const isChecked = sheets[press.sheetId].check !== undefined
  const { orders, elsewhereCount: elsewhere } = await prepared(press, operatorId)
  const known = await outcomesOf(press.draftId, press.connectionId, orders)
  const chosen = orders.filter(order => {
    const outcome = known.get(order.mallOrderNumber)
    const isSame = outcome?.sha256 === (order.checked ?? order).sha256
    if ((outcome?.refusedAt !== undefined && isSame) !== (press.again === true)) return false
    return isChecked ? isSame && outcome?.state === 'passed' : !isSame || outcome?.state === 'passed'
  })
  return { orders: chosen, elsewhere }
}

const nothingWaits = { count: 0, mustConfirm: false }

/** How many orders wait behind registrations that stopped, and whether a person must confirm that they go on. */
async function countStanding({ draftId, connectionId }: Press) {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  if (!connection) return nothingWaits
  const count = await countStandingOrders(kysely, draftId, environmentId(connection))
  return { count, mustConfirm: count > 0 && connection.environment === 'production' }
}
