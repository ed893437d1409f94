import { test } from 'vitest'
import { checkInbox } from '@/testing/intake/inbox-acts'
import { describeDatabases } from '@/testing/store/databases'

// Longer sequences, and more of them, are in inbox-model.long.test.ts.

describeDatabases('two servers that watch one folder', openTestDatabase => {
  test('lose no file and make one draft of each, whatever the sender does and whichever server dies', async () => {
    await checkInbox(openTestDatabase, { numRuns: 120, maxActs: 14, seed: 20261124 })
  }, 240_000)
})
