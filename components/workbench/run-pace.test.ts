import { expect, test } from 'vitest'
import { RunPace } from './run-pace'

const run = (done: number, total = 100) => ({ runId: 'a', done, left: total - done })

test('nothing is promised before the run was seen for a while', () => {
  const pace = new RunPace()
  expect(pace.secondsLeft(run(0), 0)).toBeUndefined()
  expect(pace.secondsLeft(run(10), 1000)).toBeUndefined()
})

test('the rest takes as long as the same number took lately', () => {
  const pace = new RunPace()
  pace.secondsLeft(run(0), 0)
  expect(pace.secondsLeft(run(20), 10_000)).toBe(40)
})

test('a run that became slow is judged by its last half minute', () => {
  const pace = new RunPace()
  pace.secondsLeft(run(0, 1000), 0)
  pace.secondsLeft(run(500, 1000), 10_000)
  for (let second = 11; second <= 70; second++) pace.secondsLeft(run(490 + second, 1000), second * 1000)
  expect(pace.secondsLeft(run(561, 1000), 71_000)).toBe(439)
})

test('a run that does not move promises nothing', () => {
  const pace = new RunPace()
  pace.secondsLeft(run(50), 0)
  expect(pace.secondsLeft(run(50), 60_000)).toBeUndefined()
})

test('a pause does not count, and another run begins anew', () => {
  const pace = new RunPace()
  pace.secondsLeft(run(0), 0)
  pace.secondsLeft(run(50), 10_000)
  pace.forget()
  pace.secondsLeft(run(50), 600_000)
  expect(pace.secondsLeft(run(60), 610_000)).toBe(40)
  expect(pace.secondsLeft({ runId: 'b', done: 0, left: 9 }, 611_000)).toBeUndefined()
})
