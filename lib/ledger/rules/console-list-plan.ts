import type { ConsoleList } from './console-list'
import { type Decision, isDenial, readOrderId } from './resolutions'
import type { OrderState } from './transitions'

/** An unknown order, as the dry run needs it. */
export interface UnknownOrder {
  readonly id: string
  readonly number: string
  readonly attemptId: string | null
  /** When it may be resolved as absent at the earliest, milliseconds since the epoch. */
  readonly absentFrom: number
}

/**
 * What a pasted list means: `all` registered orders of the compared requests, so that an unlisted order is absent; or
 * `some` orders that were found, so that unlisted orders stay unknown.
 */
export const listMeanings = ['some', 'all'] as const
export type ListMeaning = (typeof listMeanings)[number]

/** Why an order of the list cannot be resolved. */
type ListConflictKind = 'two_ids' | 'not_an_id' | 'id_repeated' | 'id_taken' | 'looks_alike'

interface ListConflict {
  readonly kind: ListConflictKind
  readonly number: string
  /** The given id; for `looks_alike`, the cell that may mean the number. */
  readonly id: string
  /** The number that has the id already, in the ledger or in the list. */
  readonly other?: string
}

/** What a pasted list would do: shown as the dry run, then applied. */
export interface ListPlan {
  readonly decisions: readonly Decision[]
  readonly found: readonly { readonly number: string; readonly orderId: string }[]
  readonly foundWithoutId: readonly string[]
  /** Listed, but not unknown; with the state of those that Lading knows. */
  readonly notUnknown: readonly {
    readonly number: string
    readonly state?: OrderState
    /** The order was sent in one of the compared requests, and is resolved. */
    readonly isCarried?: true
  }[]
  /** Unknown, but not listed. */
  readonly missing: readonly { readonly number: string; readonly absentFrom: number }[]
  /** How many missing orders are still in quarantine. */
  readonly tooEarly: number
  readonly conflicts: readonly ListConflict[]
  /** How many lines repeat another one. */
  readonly repeated: number
}

/** What the ledger knows about numbers and ids of a list that are not unknown. */
export interface KnownNumbers {
  readonly states: ReadonlyMap<string, OrderState>
  /** The number of each registered order id. */
  readonly idOwners: ReadonlyMap<string, string>
  /** Numbers of all orders of the compared requests. */
  readonly carried?: ReadonlySet<string>
}

/**
 * Compares a pasted list with the unknown orders, in linear time.
 * @param now milliseconds since the epoch
 */
export function planConsoleList(
  { rows, lookalikes }: Pick<ConsoleList, 'rows' | 'lookalikes'>,
  unknown: readonly UnknownOrder[],
  known: KnownNumbers,
  meaning: ListMeaning,
  now: number,
): ListPlan {
  const unknownByNumber = new Map(unknown.map(order => [order.number, order]))
  const { ids, repeated } = idsByNumber(rows)
  const owners = new Map<string, string[]>()
  for (const [number, given] of ids)
    for (const text of given) {
      const id = readOrderId(text)
      const ofId = id === undefined ? undefined : owners.get(id)
      if (ofId) ofId.push(number)
      else if (id !== undefined) owners.set(id, [number])
    }
  const plan = {
    decisions: [] as Decision[],
    found: [] as ListPlan['found'][number][],
    foundWithoutId: [] as string[],
    notUnknown: [] as ListPlan['notUnknown'][number][],
    missing: [] as ListPlan['missing'][number][],
    conflicts: [] as ListConflict[],
  }
  for (const [number, given] of ids) {
    const order = unknownByNumber.get(number)
    if (!order) {
      const state = known.states.get(number)
      const isCarried = known.carried?.has(number) === true
      plan.notUnknown.push({ number, ...(state && { state }), ...(isCarried && { isCarried }) })
      continue
    }
    const { id, attemptId } = order
    const [text, other] = [...given]
    const conflict = text === undefined ? undefined : findConflict(number, text, other, owners, known)
    const orderId = text === undefined ? undefined : readOrderId(text)
    if (conflict) plan.conflicts.push(conflict)
    else if (orderId === undefined) {
      plan.foundWithoutId.push(number)
      plan.decisions.push({ id, attemptId, resolution: 'found' })
    } else {
      plan.found.push({ number, orderId })
      plan.decisions.push({ id, attemptId, resolution: 'found', orderId })
    }
  }
  for (const { id, number, attemptId, absentFrom } of unknown) {
    if (ids.has(number)) continue
    const cell = lookalikes.get(number)
    if (cell !== undefined) {
      plan.conflicts.push({ kind: 'looks_alike', number, id: cell })
      continue
    }
    plan.missing.push({ number, absentFrom })
    if (meaning === 'all' && absentFrom <= now) plan.decisions.push({ id, attemptId, resolution: 'absent' })
  }
  return { ...plan, repeated, tooEarly: plan.missing.filter(one => one.absentFrom > now).length }
}

/** How many decisions of a plan say that an order is not registered. */
export const countDenials = ({ decisions }: Pick<ListPlan, 'decisions'>): number =>
  decisions.filter(decision => isDenial(decision.resolution)).length

/** The different ids that the list has for each number, and how many lines repeat another one. */
function idsByNumber(rows: ConsoleList['rows']) {
  const ids = new Map<string, Set<string>>()
  let repeated = 0
  for (const { number, id } of rows) {
    const before = ids.get(number)
    const spelled = id === undefined ? undefined : (readOrderId(id) ?? id)
    if (before && (spelled === undefined || before.has(spelled))) repeated++
    const given = before ?? new Set<string>()
    if (spelled !== undefined) given.add(spelled)
    ids.set(number, given)
  }
  return { ids, repeated }
}

function findConflict(
  number: string,
  text: string,
  second: string | undefined,
  owners: ReadonlyMap<string, readonly string[]>,
  { idOwners }: KnownNumbers,
): ListConflict | undefined {
  if (second !== undefined) return { kind: 'two_ids', number, id: text, other: second }
  const id = readOrderId(text)
  if (id === undefined) return { kind: 'not_an_id', number, id: text }
  const owner = idOwners.get(id)
  if (owner !== undefined) return { kind: 'id_taken', number, id, other: owner }
  const twin = owners.get(id)?.find(one => one !== number)
  return twin === undefined ? undefined : { kind: 'id_repeated', number, id, other: twin }
}
