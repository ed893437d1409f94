import { expect, test } from 'vitest'
import { RemainingTime } from './remaining-time'

const run = (done: number, total = 100) => ({ runId: 'a', done, left: total - done })

test('there is no estimate before the run was watched for a few seconds', () => {
  const time = new RemainingTime()
  expect(time.secondsLeft(run(0), 0)).toBeUndefined()
  expect(time.secondsLeft(run(10), 1000)).toBeUndefined()
})

test('the remaining orders take as long as the same number took lately', () => {
  const time = new RemainingTime()
  time.secondsLeft(run(0), 0)
  expect(time.secondsLeft(run(20), 10_000)).toBe(40)
})

test('a run that became slow is estimated by its last half minute', () => {
  const time = new RemainingTime()
  time.secondsLeft(run(0, 1000), 0)
  time.secondsLeft(run(500, 1000), 10_000)
  for (let second = 11; second <= 70; second++) time.secondsLeft(run(490 + second, 1000), second * 1000)
  expect(time.secondsLeft(run(561, 1000), 71_000)).toBe(439)
})

test('a run that does not move has no estimate', () => {
  const time = new RemainingTime()
  time.secondsLeft(run(50), 0)
  expect(time.secondsLeft(run(50), 60_000)).toBeUndefined()
})

test('a pause does not count, and another run starts a new estimate', () => {
  const time = new RemainingTime()
  time.secondsLeft(run(0), 0)
  time.secondsLeft(run(50), 10_000)
  time.reset()
  time.secondsLeft(run(50), 600_000)
  expect(time.secondsLeft(run(60), 610_000)).toBe(40)
  expect(time.secondsLeft({ runId: 'b', done: 0, left: 9 }, 611_000)).toBeUndefined()
})
