import { createWriteStream } from 'node:fs'
import { devNull } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeDatabases } from '@/lib/store/suite'
import { type Bundle, bundle } from '@/scripts/lib/bundle'
import { Chance } from './chance'
import { Scene } from './scene'

// The campaign in small, with another seed each time; `npm run campaign` plays the whole one.

const log = createWriteStream(devNull)
let desk: Bundle
beforeAll(async () => {
  desk = await bundle('scripts/campaign/desk.ts')
})
afterAll(() => desk.remove())

describeDatabases('a short campaign', openTestDatabase => {
  test.concurrent.each([1, 2] as const)(
    'of kill -9 with %i at work: nothing doubled, nothing lost',
    {
      timeout: 150_000,
    },
    async desks => {
      const seed = Date.now() % 1_000_000
      const { place } = await openTestDatabase()
      const chance = new Chance(seed)
      const scene = new Scene({ place, desks, kills: 4, size: 20, chance, file: desk.file, log })
      const figures = await scene.play().catch(error => {
        throw new Error(`seed ${seed}: ${error}`)
      })
      // How long a start takes among other tests says nothing about it.
      const complaints = figures.complaints().filter(one => !one.startsWith('a start took'))
      expect(complaints, `seed ${seed}`).toEqual([])
      expect(figures.accepted).toBeGreaterThan(20)
      expect(figures.requests).toBeGreaterThan(3)
    },
  )
})
