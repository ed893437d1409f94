import type { Evidence } from '@/lib/contract/evidence'
import { classify, triggers } from '@/lib/ledger/rules/classify'
import { nextState, type OrderState, type Trigger } from '@/lib/ledger/rules/transitions'
import { peopleMoves } from './people'
import { replayMoves } from './replays'
import { type Design, type Move, mostAttempts, type Process, type Reply, type World } from './world'

// Explicit-state model of the ledger: one order and two server processes, with crashes, power loss, zombies and late
// delivery. It uses the real transition table and the real classifier.

/** Result of an exhaustive search: a violation with the steps that lead to it, or none. */
interface Exploration {
  readonly states: number
  /** States from which no final state can be reached. */
  readonly stuck: number
  readonly violation?: { readonly kind: 'doubled' | 'lost' | 'phantom'; readonly trace: readonly string[] }
}

const IDLE: Process = { step: 'idle', attempt: 0 }
const START: World = {
  state: 'QUEUED',
  attempts: 0,
  flushed: ['QUEUED', 0],
  journal: 0,
  processes: [IDLE, IDLE],
  wire: 0,
  registered: 0,
}

/** Explores every reachable world of a design, nearest first. */
export function explore(design: Design): Exploration {
  const seen = new Map<string, { from?: string; label: string }>([
    [JSON.stringify(START), { label: 'start' }],
  ])
  const back = new Map<string, string[]>()
  const queue: World[] = [START]
  for (const world of queue) {
    const from = JSON.stringify(world)
    for (const [label, next] of successors(world, design)) {
      const key = JSON.stringify(next)
      const before = back.get(key)
      if (before) before.push(from)
      else back.set(key, [from])
      if (seen.has(key)) continue
      seen.set(key, { from, label })
      queue.push(next)
      const kind = violation(next)
      if (kind) return { states: seen.size, stuck: 0, violation: { kind, trace: trace(seen, key) } }
    }
  }
  return {
    states: seen.size,
    stuck:
      queue.length -
      reaching(
        queue.filter(world => isFinal(world, design)),
        back,
      ),
  }
}

function violation(world: World) {
  const isQuiet =
    world.wire === 0 &&
    !world.replay &&
    (world.replayWire ?? 0) === 0 &&
    world.processes.every(one => one.step === 'idle')
  if (world.registered > 1) return 'doubled'
  if (isQuiet && world.registered > 0 && lost.includes(world.state)) return 'lost'
  if (isQuiet && world.registered === 0 && world.state === 'REGISTERED') return 'phantom'
  return undefined
}

/** States that mean that nothing is registered. */
const lost: readonly OrderState[] = ['REJECTED', 'ABSENT', 'ABANDONED', 'CANCELLED']

const isFinal = ({ state, attempts }: World, design: Design) =>
  ['REGISTERED', 'REJECTED', 'ABSENT', 'ABANDONED', 'CANCELLED'].includes(state) ||
  attempts >= mostAttempts(design)

function successors(world: World, design: Design): Move[] {
  const moves = [
    ...world.processes.flatMap((_, who) => processMoves(world, who as 0 | 1, design)),
    ...aroundMoves(world, design),
  ]
  if (!design.volatile) return moves.map(([label, next]) => [label, flush(next)])
  if (world.flushed[0] !== world.state || world.flushed[1] !== world.attempts)
    moves.push(['flush', flush(world)])
  return [...moves, ['power loss', losePower(world, design)]]
}

function processMoves(world: World, who: 0 | 1, design: Design): Move[] {
  const me = world.processes[who]
  const { step, attempt } = me
  const moves: Move[] = []
  const be = (process: Process, over: Partial<World> = {}): World => ({
    ...world,
    ...over,
    processes: who === 0 ? [process, world.processes[1]] : [world.processes[0], process],
  })
  const add = (label: string, next: World) => moves.push([`p${who} ${label}`, next])
  const responded = (reply: Reply, over: Partial<World>) => be({ step: 'responded', attempt, reply }, over)

  if (step === 'idle' && nextState(world.state, 'claim') && world.attempts < mostAttempts(design)) {
    const attempts = world.attempts + 1
    add('claim', be({ step: 'claimed', attempt: attempts }, { state: 'PREPARED', attempts }))
  }
  if (step === 'claimed') {
    const mine = nextState(world.state, 'send') && world.attempts === attempt
    if (design.markAfterSend) add('skip the mark', be({ step: 'marked', attempt }))
    else if (mine || design.noCompareAndSet)
      add('mark', be({ step: 'marked', attempt }, { state: 'SENDING' }))
    else add('lose the claim', be(IDLE))
  }
  if (step === 'marked') {
    const journal = design.journal ? Math.max(world.journal, attempt) : world.journal
    add('journal', be({ step: 'ready', attempt }, { journal }))
  }
  if (step === 'ready') {
    add('send', be({ step: 'sent', attempt }, { wire: world.wire + 1 }))
    add('is refused the connection', responded('not_connected', {}))
  }
  if (step === 'sent') {
    if (world.wire > 0) {
      const [wire, registered] = [world.wire - 1, world.registered + 1]
      add('gets its response', responded('registered', { wire, registered }))
      add('loses the response', loseResponse(be, attempt, { wire, registered }, design))
      add('gets 502 after execution', responded('bad_gateway', { wire, registered }))
      add('gets 502 without execution', responded('bad_gateway', { wire }))
      add('is refused', responded('refused', { wire }))
      add('is rejected', responded('rejected', { wire }))
      add('loses the request', responded('lost', { wire }))
    }
    add('times out in flight', responded('lost', {}))
  }
  if (step === 'responded' && me.reply && design.isApart) {
    const isLatest = attempt >= (world.kept?.attempt ?? 0)
    const kept = isLatest ? { attempt, reply: me.reply } : world.kept
    add(`keeps ${me.reply}`, be({ step: 'kept', attempt, reply: me.reply }, kept && { kept }))
  } else if ((step === 'responded' || step === 'kept') && me.reply) {
    const { kept, ...rest } = world
    const state = judge(world, { attempt, reply: me.reply }, design)
    const left = kept && kept.attempt !== attempt ? { ...rest, kept } : rest
    add('judges', { ...left, processes: be(IDLE).processes, state })
  }
  if (step !== 'idle') add('is killed', be(IDLE))
  return moves
}

/** State of the order after a reply was judged. */
function judge(
  world: World,
  { attempt, reply }: { attempt: number; reply: Reply },
  design: Design,
): OrderState {
  const trigger = design.judge?.[reply] ?? judged[reply]
  const mine = world.attempts === attempt || design.noCompareAndSet || design.judgesStale
  return (mine && nextState(world.state, trigger)) || world.state
}

const loseResponse = (
  be: (process: Process, over: Partial<World>) => World,
  attempt: number,
  over: Partial<World>,
  { clientRetries }: Design,
) => be(clientRetries ? { step: 'ready', attempt } : { step: 'responded', attempt, reply: 'lost' }, over)

/** Steps besides the two processes: the reaper at any time, the network, people. */
function aroundMoves(world: World, design: Design): Move[] {
  const moves: Move[] = []
  const { wire, registered, kept, ...rest } = world
  const { state } = rest
  const reaped = nextState(state, 'reap')
  if (kept) {
    const left = { ...rest, wire, registered }
    const judgement = design.requeuesKept ? 'QUEUED' : judge(world, kept, design)
    moves.push(['reap: judge', { ...left, state: judgement }])
  } else if (reaped) moves.push(['reap', { ...world, state: design.reaperRequeues ? 'QUEUED' : reaped }])
  if (wire > 0) {
    moves.push(['late execution', { ...world, wire: wire - 1, registered: registered + 1 }])
    moves.push(['late loss', { ...world, wire: wire - 1 }])
  }
  if (nextState(state, 'cancel')) moves.push(['cancel', { ...world, state: 'CANCELLED' }])
  return [...moves, ...peopleMoves(world, design), ...replayMoves(world, design)]
}

const flush = (world: World): World => ({ ...world, flushed: [world.state, world.attempts] })

function losePower(world: World, { journal }: Design): World {
  const [state, attempts] = world.flushed
  const sent = world.journal
  const isBehind = sent > attempts || (sent === attempts && (state === 'PREPARED' || state === 'SENDING'))
  const kept = journal && sent > 0 && isBehind
  const restored = { ...world, processes: [IDLE, IDLE] as const }
  return flush({
    ...restored,
    state: kept ? 'UNKNOWN' : state,
    attempts: kept ? Math.max(attempts, sent) : attempts,
  })
}

/** The trigger that the real classifier derives from each reply. */
const judged: Readonly<Record<Reply, Trigger>> = {
  registered: triggerOf(
    { status: 200 },
    '{"isSuccess":true,"orderSuccesses":[{"orderId":1,"mallOrderNumber":"A"}]}',
  ),
  lost: triggerOf({ error: { code: 'ECONNRESET', syscall: 'read', message: '' } }),
  bad_gateway: triggerOf({ status: 502 }),
  refused: triggerOf({ status: 401 }),
  rejected: triggerOf({ status: 200 }, '{"isSuccess":false,"orderSuccesses":[]}'),
  not_connected: triggerOf({ connected: false }),
}

function triggerOf(about: Partial<Evidence>, text = ''): Trigger {
  const body = new TextEncoder().encode(text)
  const base = { connected: true, headers: {}, body, requestComplete: true, startedAt: 0, finishedAt: 0 }
  const outcome = classify({ ...base, ...about }, 'orders', ['A']).outcomes[0]
  return outcome ? triggers[outcome.state] : 'unproven'
}

/** How many worlds can reach one of `goals`. */
function reaching(goals: readonly World[], back: ReadonlyMap<string, readonly string[]>): number {
  const good = new Set(goals.map(world => JSON.stringify(world)))
  for (const key of good) for (const before of back.get(key) ?? []) good.add(before)
  return good.size
}

function trace(seen: ReadonlyMap<string, { from?: string; label: string }>, end: string): string[] {
  const labels: string[] = []
  for (let at = seen.get(end); at?.from !== undefined; at = seen.get(at.from)) labels.unshift(at.label)
  return labels
}
