import { nextState, type OrderState, type Trigger } from '@/lib/ledger/rules/transitions'
import { type Design, type Move, mostAttempts, type World } from './world'

/** A person looks at the service's console, then resolves the order; another person may do the same meanwhile. */
export function peopleMoves(world: World, design: Design): Move[] {
  const { state, registered, seen, replays = 0 } = world
  const moves: Move[] = []
  // With power loss people look and resolve in one step: a page refers to requests by ids that never occur again.
  const mayLook = !design.volatile && (design.noQuarantine || design.oldLook || isOver(world))
  if (state === 'UNKNOWN' && seen === undefined && mayLook) {
    const sights: Trigger[] = registered > 0 ? ['found'] : ['absent', 'abandon']
    for (const sight of sights)
      moves.push([`look: ${sight}`, { ...world, seen: { sight, attempt: world.attempts, replays } }])
  }
  if (seen !== undefined) {
    const { seen: _, ...rest } = world
    const isLatest =
      seen.attempt === world.attempts && (design.sightOutlivesReplay || seen.replays === replays)
    const isMeant = design.blindResolution || design.anyRequest || isLatest
    const from = design.blindResolution ? 'UNKNOWN' : state
    const next = isMeant && nextState(from, seen.sight)
    if (!next) moves.push(['the order has another state by now', rest])
    else if (design.noQuarantine || isOver(world)) moves.push([seen.sight, { ...rest, state: next }])
  }
  // The other person looks and resolves in one step.
  const swift: Trigger[] = registered > 0 ? ['found'] : ['absent', 'abandon']
  for (const trigger of swift) {
    const next = nextState(state, trigger)
    if (next && isOver(world)) moves.push([`another: ${trigger}`, { ...world, state: next }])
  }
  const again = (['edit', 'check_passed', 'enqueue'] as const).reduce<OrderState | undefined>(
    (at, trigger) => at && nextState(at, trigger),
    state === 'ABSENT' || (state === 'REJECTED' && (design.isApart || design.replays)) ? state : undefined,
  )
  if (again && world.attempts < mostAttempts(design))
    moves.push(['register again', { ...world, state: again }])
  return moves
}

/** No request is under way or can still be executed: hard deadline and quarantine are over. */
export const isOver = ({ wire, replayWire = 0, processes }: World) =>
  wire === 0 &&
  replayWire === 0 &&
  processes.every(({ step }) => ['idle', 'claimed', 'responded', 'kept'].includes(step))
