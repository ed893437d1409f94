import { nextState, type OrderState, type Trigger } from '@/lib/ledger/rules/transitions'
import { isOver } from './people'
import type { Design, Move, Reply, World } from './world'

/** Maximum number of repetitions of one order: more show nothing new. */
const MOST_REPLAYS = 2

/**
 * A process sends an unconfirmed request again with its idempotency key, and may be killed at any moment. Its request
 * may be executed late. The service executes the requests of one key at most once, unless it is a liar.
 */
export function replayMoves(world: World, design: Design): Move[] {
  const { state, attempts, registered, replay, replayWire = 0, replays = 0, rejected } = world
  const { replays: service } = design
  // A test that registers nothing has shown that it does not honour keys.
  if (!service || service === 'tested-liar') return []
  const moves: Move[] = []
  const { replay: _, ...rest } = world
  const isLiar = service === 'liar'
  const isRejected = !isLiar && rejected === attempts
  const execute = isLiar ? registered + 1 : isRejected ? registered : Math.max(1, registered)

  const mayStart = isOver(world)
  if (state === 'UNKNOWN' && attempts > 0 && !replay && replays < MOST_REPLAYS && mayStart) {
    const next = { ...world, replay: { attempt: attempts }, replayWire: replayWire + 1, replays: replays + 1 }
    moves.push(['repeat', next])
  }
  if (replayWire > 0) {
    moves.push(['late repetition', { ...world, replayWire: replayWire - 1, registered: execute }])
    moves.push(['repetition lost', { ...world, replayWire: replayWire - 1 }])
  }
  if (replay && replay.reply === undefined) {
    const responded = (label: string, reply: Reply, over: Partial<World>) =>
      moves.push([`repetition ${label}`, { ...world, ...over, replay: { attempt: replay.attempt, reply } }])
    if (replayWire > 0) {
      const left = { replayWire: replayWire - 1 }
      if (!isRejected) responded('gets its response', 'registered', { ...left, registered: execute })
      if (isLiar || registered === 0)
        responded('is rejected', 'rejected', { ...left, rejected: replay.attempt })
      responded('gets 502 after execution', 'bad_gateway', { ...left, registered: execute })
      responded('gets 502 without execution', 'bad_gateway', left)
      responded('is refused the connection', 'not_connected', left)
    }
    responded('times out', 'lost', {})
  }
  if (replay?.reply) moves.push(['judge the repetition', { ...rest, state: judged(world, replay, design) }])
  if (replay) moves.push(['repetition is killed', rest])
  return moves
}

/** The state of the order after the response to a repetition. */
function judged(
  { state, attempts }: World,
  replay: NonNullable<World['replay']>,
  design: Design,
): OrderState {
  const { reply, attempt } = replay
  if (reply === undefined || attempt !== attempts) return state
  if (reply === 'not_connected' && design.requeuesReplay && state === 'UNKNOWN') return 'QUEUED'
  const trigger = triggers[reply]
  return (trigger && nextState(state, trigger)) || state
}

/** Only a complete response proves anything (lib/ledger/rules/replay.ts). */
const triggers: Partial<Record<Reply, Trigger>> = { registered: 'registered', rejected: 'replay_rejected' }
