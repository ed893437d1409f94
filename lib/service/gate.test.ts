import { expect, test } from 'vitest'
import { Gate, type Leave } from './gate'

const long = new Request('http://127.0.0.1/', { method: 'POST', headers: { 'content-length': '2000000' } })
const short = new Request('http://127.0.0.1/', { method: 'POST', headers: { 'content-length': '2' } })
const client = (clientId: string) => ({ clientId, isDesk: false })
const desk = { clientId: 'desk', isDesk: true }

/** Takes all places that a client gets. */
function takeAll(gate: Gate, who: Parameters<Gate['enter']>[1], request = long): Leave[] {
  const taken: Leave[] = []
  for (let next = gate.enter(request, who); typeof next === 'function'; next = gate.enter(request, who))
    taken.push(next)
  return taken
}

test('a client alone gets half of the places, and whoever comes next finds one free', () => {
  const gate = new Gate({ long: 8, short: 200 })
  expect(takeAll(gate, client('a'))).toHaveLength(4)
  expect(takeAll(gate, client('b'))).toHaveLength(2)
  expect(takeAll(gate, client('c'))).toHaveLength(1)
  expect(takeAll(gate, client('a'))).toHaveLength(0)
  expect(takeAll(gate, client('d'))).toHaveLength(1)
  expect(gate.enter(long, client('e'))).toMatchObject({
    status: 429,
    detail: expect.stringMatching(/^Too many/),
  })
})

test('long bodies take no places of short ones', () => {
  const gate = new Gate({ long: 2, short: 200 })
  takeAll(gate, client('a'))
  expect(takeAll(gate, client('a'), short)).toHaveLength(100)
  expect(takeAll(gate, client('b'), short)).toHaveLength(50)
})

test('a client at its share learns how many requests it has under way, and when to try again', () => {
  const gate = new Gate({ long: 2, short: 2 })
  takeAll(gate, client('a'))
  expect(gate.enter(long, client('a'))).toMatchObject({
    status: 429,
    detail: expect.stringContaining('Your client has 1 request under way'),
    headers: { 'retry-after': '5' },
  })
})

test('the desk has places of its own when clients hold all the others, and takes part in those, too', () => {
  const gate = new Gate({ long: 2, short: 2 }, { long: 3, short: 3 })
  takeAll(gate, client('a'))
  takeAll(gate, client('b'))
  const taken = takeAll(gate, desk)
  expect(taken).toHaveLength(3)
  for (const leave of taken) leave()
  expect(takeAll(new Gate({ long: 8, short: 8 }, { long: 3, short: 3 }), desk)).toHaveLength(7)
})

test('a place that was left is free again, once', () => {
  const gate = new Gate({ long: 4, short: 4 }, { long: 1, short: 1 })
  for (let round = 0; round < 3; round++) {
    for (const who of [client('a'), desk]) {
      const taken = takeAll(gate, who)
      expect(taken).toHaveLength(who === desk ? 3 : 2)
      for (const leave of [...taken, ...taken]) leave()
    }
  }
})
