import { expect, test } from 'vitest'
import { ConcurrencyLimiter, type Release } from './concurrency-limiter'

const long = new Request('http://127.0.0.1/', { method: 'POST', headers: { 'content-length': '2000000' } })
const short = new Request('http://127.0.0.1/', { method: 'POST', headers: { 'content-length': '2' } })
const client = (clientId: string) => ({ clientId, isDesk: false })
const desk = { clientId: 'desk', isDesk: true }

/** Acquires all slots that a client can get. */
function takeAll(
  limiter: ConcurrencyLimiter,
  who: Parameters<ConcurrencyLimiter['acquire']>[1],
  request = long,
): Release[] {
  const taken: Release[] = []
  for (
    let next = limiter.acquire(request, who);
    typeof next === 'function';
    next = limiter.acquire(request, who)
  )
    taken.push(next)
  return taken
}

test('a single client gets half of the slots, and the next client finds a free one', () => {
  const limiter = new ConcurrencyLimiter({ long: 8, short: 200 })
  expect(takeAll(limiter, client('a'))).toHaveLength(4)
  expect(takeAll(limiter, client('b'))).toHaveLength(2)
  expect(takeAll(limiter, client('c'))).toHaveLength(1)
  expect(takeAll(limiter, client('a'))).toHaveLength(0)
  expect(takeAll(limiter, client('d'))).toHaveLength(1)
  expect(limiter.acquire(long, client('e'))).toMatchObject({
    status: 429,
    detail: expect.stringMatching(/^Too many/),
  })
})

test('long bodies do not take slots of short ones', () => {
  const limiter = new ConcurrencyLimiter({ long: 2, short: 200 })
  takeAll(limiter, client('a'))
  expect(takeAll(limiter, client('a'), short)).toHaveLength(100)
  expect(takeAll(limiter, client('b'), short)).toHaveLength(50)
})

test('a client at its share is informed how many requests it has, and when to try again', () => {
  const limiter = new ConcurrencyLimiter({ long: 2, short: 2 })
  takeAll(limiter, client('a'))
  expect(limiter.acquire(long, client('a'))).toMatchObject({
    status: 429,
    detail: expect.stringContaining('Your client already has 1 request in progress'),
    headers: { 'retry-after': '5' },
  })
})

test('the desk has its own slots when clients hold all others, and also uses the shared ones', () => {
  const limiter = new ConcurrencyLimiter({ long: 2, short: 2 }, { long: 3, short: 3 })
  takeAll(limiter, client('a'))
  takeAll(limiter, client('b'))
  const taken = takeAll(limiter, desk)
  expect(taken).toHaveLength(3)
  for (const release of taken) release()
  expect(takeAll(new ConcurrencyLimiter({ long: 8, short: 8 }, { long: 3, short: 3 }), desk)).toHaveLength(7)
})

test('a slot is released only once', () => {
  const limiter = new ConcurrencyLimiter({ long: 4, short: 4 }, { long: 1, short: 1 })
  for (let round = 0; round < 3; round++) {
    for (const who of [client('a'), desk]) {
      const taken = takeAll(limiter, who)
      expect(taken).toHaveLength(who === desk ? 3 : 2)
      for (const release of [...taken, ...taken]) release()
    }
  }
})
