import { createWriteStream } from 'node:fs'
import { devNull } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'
import { describeDatabases } from '@/testing/store/databases'
import { Scenario } from './scenario'
import { SeededRandom } from './seeded-random'

// A small campaign, with another seed each time; `npm run campaign` runs the whole one.

const log = createWriteStream(devNull)
let desk: Bundle
beforeAll(async () => {
  desk = await bundle('scripts/campaign/processes/desk.ts')
})
afterAll(() => desk.remove())

describeDatabases('a short campaign', openTestDatabase => {
  test.concurrent.each([1, 2] as const)(
    'of kill -9 with %i at work: no order is doubled, none is lost',
    {
      timeout: 150_000,
    },
    async desks => {
      const seed = Date.now() % 1_000_000
      const { place } = await openTestDatabase()
      const random = new SeededRandom(seed)
      const scenario = new Scenario({ place, desks, kills: 4, size: 20, random, file: desk.file, log })
      const figures = await scenario.run().catch(error => {
        throw new Error(`seed ${seed}: ${error}`)
      })
      // Beside other tests, the time of a start is not meaningful.
      const complaints = figures.complaints().filter(one => !one.startsWith('a start took'))
      expect(complaints, `seed ${seed}`).toEqual([])
      expect(figures.accepted).toBeGreaterThan(20)
      expect(figures.requests).toBeGreaterThan(3)
    },
  )
})
