import { expect, test } from 'vitest'
import { saveLines } from '@/lib/store/drafts/drafts'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { describeDatabases } from '@/testing/store/databases'
import { runRow, verdictRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { eraseDraft } from './orders'

const HOUR_MS = 60 * 60_000

describeDatabases('the personal data of a draft', openTestDatabase => {
  test('is erased also from the last check by a server whose clock is an hour behind the database’s', async () => {
    const clock = async () => Date.now() + HOUR_MS
    const database = { ...(await openTestDatabase()), clock }
    useAsProcessDatabase(database)
    const { kysely } = database
    const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
    await saveLines(kysely, draft, { upserts: [], removes: [] }, new Date())
    const checkedAt = iso((await clock()) - HOUR_MS / 2)
    await insertRun(kysely, runRow('r1', { draft_id: 'd1', state: 'done', started_at: checkedAt }))
    const payload = JSON.stringify({ orderInfo: { mallOrderNumber: 'A' }, recipient: { name: '山田 太郎' } })
    await saveVerdicts(kysely, [
      verdictRow('A', { draft_id: 'd1', passed: 0, payload, checked_at: checkedAt }),
    ])
    expect(await eraseDraft('d1', 'mina')).toMatchObject({ ok: true })
    const verdict = await kysely.selectFrom('verdict').select('payload').executeTakeFirstOrThrow()
    expect(verdict.payload).toContain('"A"')
    expect(verdict.payload).not.toContain('山田')
  })
})
