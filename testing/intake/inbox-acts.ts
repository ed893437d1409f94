import 'server-only'
import fc from 'fast-check'
import { openDatabase } from '@/lib/store/db/database'
import type { OpenTestDatabase } from '@/testing/store/databases'
import { failpoints, type InboxAct, InboxModel, type SenderAct, serverNames } from './inbox-model'

const server = fc.constantFrom(...serverNames)
const at = fc.constantFrom(...failpoints)
const name = fc.nat(1)
const content = fc.nat(3)
const send: fc.Arbitrary<SenderAct> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put'), name, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('half', 'complete'), name, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rename', 'duplicate'), name, to: name }) },
)
const act: fc.Arbitrary<InboxAct> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('look', 'work'), server }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('together') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart'), server }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('kill', 'pause'), server, at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('during'), server, at, act: send }) },
)

/**
 * Compares the watched folder with its reference after random acts.
 * @throws Error with the shortest acts that contradict it
 */
export async function checkInbox(
  openTestDatabase: OpenTestDatabase,
  { numRuns, maxActs, seed }: { readonly numRuns: number; readonly maxActs: number; readonly seed?: number },
): Promise<void> {
  const A = await openTestDatabase()
  const B = await openDatabase(A.place)
  let run = 0
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: maxActs, size: 'max' }), async acts => {
        const model = new InboxModel({ A, B }, ++run)
        try {
          for (const one of acts) await model.perform(one)
          const wrong = await model.settle()
          if (wrong.length > 0) throw new Error(wrong.join('\n'))
        } finally {
          model.remove()
        }
      }),
      { numRuns, ...(seed !== undefined && { seed }) },
    )
  } finally {
    await B.close()
  }
}
