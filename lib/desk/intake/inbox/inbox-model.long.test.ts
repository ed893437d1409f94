import { test } from 'vitest'
import { checkInbox } from '@/testing/intake/inbox-acts'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('two servers that watch one folder, for a long time', openTestDatabase => {
  test('lose no file and make one draft of each in long random sequences', async () => {
    await checkInbox(openTestDatabase, { numRuns: Number(process.env.MODEL_RUNS ?? 300), maxActs: 40 })
  }, 3_600_000)
})
