import 'server-only'
import type { FirstSteps } from '@/lib/desk-api/home'
import { listConnections } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { findFirstSteps } from '@/lib/store/ledger/figures'
import { hideFirstSteps as hide, isHidingFirstSteps } from '@/lib/store/people/first-steps'

/** The first steps of the workspace; undefined when all are done, or the operator has hidden them. */
export async function firstSteps(operatorId: string): Promise<FirstSteps | undefined> {
  const { kysely } = await database()
  if (await isHidingFirstSteps(kysely, operatorId)) return undefined
  const connections = await listConnections(kysely)
  const connection = connections.some(({ tests }) =>
    Object.values(tests).some(test => test?.code === 'works'),
  )
  const steps = { connection, ...(await findFirstSteps(kysely)) }
  return Object.values(steps).every(Boolean) ? undefined : steps
}

/** Home no longer shows this operator the first steps. */
export async function hideFirstSteps(operatorId: string): Promise<void> {
  const { write } = await database()
  await write(trx => hide(trx, operatorId, new Date().toISOString()))
}
