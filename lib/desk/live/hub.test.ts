import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftPulse } from '@/lib/store/drafts/pulses'
import { LiveHub, type LiveIntervals, type LiveStream } from './hub'

const intervals: LiveIntervals = {
  pulse: 1000,
  announcedPulse: 5000,
  afterCommit: 30,
  least: 200,
  heartbeat: 20_000,
  sessions: 5000,
  touch: 25_000,
}

/** A hub with drafts whose pulses the test sets, and a record of its reads and writes. */
function open() {
  const pulses = new Map<string, DraftPulse>([['d1', { changes: '1', runs: '1' }]])
  const roles = new Map([['s1', 'operator']])
  const reads: (readonly string[])[] = []
  const touched: number[] = []
  const commits = new Set<() => void>()
  const failures: unknown[] = []
  let isBroken = false
  let isAnnounced = false
  const hub = new LiveHub(
    {
      readPulses: async ids => {
        reads.push(ids)
        if (isBroken) throw new Error('The database is down.')
        return new Map([...pulses].filter(([id]) => ids.includes(id)))
      },
      readRoles: async () => roles,
      touch: async streams => void touched.push(streams.length),
      onCommit: listener => {
        commits.add(listener)
        return () => commits.delete(listener)
      },
      isAnnounced: () => isAnnounced,
      onFailure: error => failures.push(error),
    },
    intervals,
  )
  const stream = (draftId = 'd1', sessionId = 's1') => {
    const seen: string[] = []
    const it: LiveStream = {
      draftId,
      editingSession: 'e1',
      operatorId: 'o1',
      sessionId,
      role: 'operator',
      onChange: parts => seen.push(parts.join(' ')),
      onHeartbeat: () => seen.push('heartbeat'),
      onEnd: () => seen.push('end'),
    }
    return { it, seen }
  }
  return {
    hub,
    stream,
    pulses,
    roles,
    reads,
    touched,
    failures,
    commit: () => {
      for (const listener of commits) listener()
    },
    commits,
    break: (is: boolean) => {
      isBroken = is
    },
    announce: (is: boolean) => {
      isAnnounced = is
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a new stream gets an event for all parts, then only for changed parts', async () => {
  const { hub, stream, pulses } = open()
  const { it, seen } = stream()
  hub.open(it)
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toEqual(['changes runs'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(seen).toHaveLength(1)
  pulses.set('d1', { changes: '2', runs: '1' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual(['changes runs', 'changes'])
})

test('a reconnected browser gets only missed changes', async () => {
  const { hub, stream } = open()
  const [same, behind] = [stream(), stream()]
  hub.open(same.it, { changes: '1', runs: '1' })
  hub.open(behind.it, { changes: '1', runs: '0' })
  await vi.advanceTimersByTimeAsync(3000)
  expect([same.seen, behind.seen]).toEqual([[], ['runs']])
})

test('a commit of this process is reported at once, and a burst of commits causes few reads', async () => {
  const { hub, stream, pulses, reads, commit } = open()
  const { it, seen } = stream()
  hub.open(it)
  await vi.advanceTimersByTimeAsync(500)
  pulses.set('d1', { changes: '1', runs: '2' })
  commit()
  await vi.advanceTimersByTimeAsync(40)
  expect(seen.at(-1)).toBe('runs')
  const before = reads.length
  for (let i = 0; i < 100; i++) {
    commit()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(reads.length - before).toBeLessThanOrEqual(5)
})

test('300 streams cause one read for all of their drafts, and none after they are closed', async () => {
  const { hub, stream, pulses, reads, commits } = open()
  const ids = Array.from({ length: 300 }, (_, i) => `d${i}`)
  for (const id of ids) pulses.set(id, { changes: '', runs: '' })
  const closes = ids.map(id => hub.open(stream(id).it))
  await vi.advanceTimersByTimeAsync(5050)
  expect(reads).toHaveLength(6)
  expect(reads[0]).toHaveLength(300)
  for (const close of closes) close?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([reads.length, hub.size, commits.size, vi.getTimerCount()]).toEqual([6, 0, 0, 0])
})

test('while other servers announce their commits, pulses are read less often, and often again when they stop', async () => {
  const { hub, stream, pulses, reads, commit, ...desk } = open()
  desk.announce(true)
  const { it, seen } = stream()
  hub.open(it)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(reads).toHaveLength(3)
  // An announcement of another server, and one that is lost.
  pulses.set('d1', { changes: '2', runs: '1' })
  commit()
  await vi.advanceTimersByTimeAsync(200)
  expect(seen.at(-1)).toBe('changes')
  pulses.set('d1', { changes: '2', runs: '2' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(seen.at(-1)).toBe('runs')
  desk.announce(false)
  await vi.advanceTimersByTimeAsync(5000)
  const before = reads.length
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads.length - before).toBe(5)
})

test('a stream ends when the session of its operator ends or their role changes', async () => {
  const { hub, stream, roles } = open()
  roles.set('s2', 'viewer').set('s3', 'operator')
  const [signedOut, lessened, stays] = [stream('d1', 's4'), stream('d1', 's2'), stream('d1', 's3')]
  for (const { it } of [signedOut, lessened, stays]) hub.open(it)
  await vi.advanceTimersByTimeAsync(7000)
  expect(signedOut.seen.at(-1)).toBe('end')
  expect(lessened.seen.at(-1)).toBe('end')
  expect(stays.seen).toEqual(['changes runs'])
})

test('a stream ends in time also after the clock was set back', async () => {
  const { hub, stream, roles } = open()
  const one = stream()
  hub.open(one.it)
  await vi.advanceTimersByTimeAsync(100)
  vi.setSystemTime(Date.now() - 30 * 60_000)
  roles.delete('s1')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.seen).toContain('end')
})

test('a workbench that opened its stream again before the lost one was closed still reads', () => {
  const { hub, stream } = open()
  const closeLost = hub.open(stream().it)
  const closeOpen = hub.open(stream().it)
  closeLost?.()
  expect(hub.reads('e1')).toBe(true)
  closeOpen?.()
  expect(hub.reads('e1')).toBe(false)
})

test('a stopping server ends all streams and opens no new ones', () => {
  const { hub, stream } = open()
  const { it, seen } = stream()
  hub.open(it)
  hub.close()
  expect(seen).toEqual(['end'])
  expect(hub.open(stream().it)).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('a temporarily unreachable database causes no lost change', async () => {
  const { hub, stream, pulses, failures, ...desk } = open()
  const { it, seen } = stream()
  hub.open(it)
  await vi.advanceTimersByTimeAsync(100)
  desk.break(true)
  pulses.set('d1', { changes: '2', runs: '1' })
  await vi.advanceTimersByTimeAsync(3000)
  desk.break(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual(['changes runs', 'changes'])
  expect(failures.length).toBeGreaterThan(0)
})

test('the readers of open streams are stored as present every half minute, in one write', async () => {
  const { hub, stream, touched } = open()
  for (const session of ['s1', 's1']) hub.open(stream('d1', session).it)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(touched).toEqual([2, 2])
})
