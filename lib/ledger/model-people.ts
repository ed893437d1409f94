import { type Design, type Move, mostAttempts, type World } from './model-world'
import { follow, type OrderState, type Trigger } from './transitions'

/** A person looks at the service's console, then says what is to be; another one may do the same meanwhile. */
export function peopleMoves(world: World, design: Design): Move[] {
  const { state, registered, seen } = world
  const moves: Move[] = []
  // Where power may be lost, people look and say in one breath: a page is about requests by ids that never come again.
  const mayLook = !design.volatile && (design.noQuarantine || design.oldLook || isOver(world))
  if (state === 'UNKNOWN' && seen === undefined && mayLook) {
    const sights: Trigger[] = registered > 0 ? ['found'] : ['absent', 'abandon']
    for (const sight of sights)
      moves.push([`look: ${sight}`, { ...world, seen: { sight, attempt: world.attempts } }])
  }
  if (seen !== undefined) {
    const { seen: _, ...rest } = world
    const isMeant = design.blindResolution || design.anyRequest || seen.attempt === world.attempts
    const from = design.blindResolution ? 'UNKNOWN' : state
    const next = isMeant && follow(from, seen.sight)
    if (!next) moves.push(['is told that it stands otherwise', rest])
    else if (design.noQuarantine || isOver(world)) moves.push([seen.sight, { ...rest, state: next }])
  }
  // The other one, who looks and says in one breath.
  const swift: Trigger[] = registered > 0 ? ['found'] : ['absent', 'abandon']
  for (const trigger of swift) {
    const next = follow(state, trigger)
    if (next && isOver(world)) moves.push([`another: ${trigger}`, { ...world, state: next }])
  }
  const again = (['edit', 'check_passed', 'enqueue'] as const).reduce<OrderState | undefined>(
    (at, trigger) => at && follow(at, trigger),
    state === 'ABSENT' || (state === 'REJECTED' && design.isApart) ? state : undefined,
  )
  if (again && world.attempts < mostAttempts(design))
    moves.push(['register again', { ...world, state: again }])
  return moves
}

/** Nothing of a request is under way any more, nor can be: its hard deadline and the quarantine after it are over. */
const isOver = ({ wire, processes }: World) =>
  wire === 0 && processes.every(({ step }) => ['idle', 'claimed', 'answered', 'kept'].includes(step))
