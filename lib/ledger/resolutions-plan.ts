import { isDenial, readOrderId, type Wish } from './resolutions'
import type { PasteReading } from './resolutions-paste'
import type { OrderState } from './transitions'

/** An order in doubt, as the dry run needs it. */
export interface Doubtful {
  readonly id: string
  readonly number: string
  readonly attemptId: string | null
  /** From when on it may be settled as not there, milliseconds since the epoch. */
  readonly absentFrom: number
}

/**
 * What a pasted list means: `all` that is registered of the requests it is held against, so that what it does not name
 * is not there; or `some` orders that were found, which says nothing of others.
 */
export const meanings = ['some', 'all'] as const
export type Meaning = (typeof meanings)[number]

/** Why a line of the list cannot be applied. */
export type ConflictKind = 'two_ids' | 'not_an_id' | 'id_repeated' | 'id_taken' | 'looks_alike'

export interface Conflict {
  readonly kind: ConflictKind
  readonly number: string
  /** The id that is given; of what looks alike, the cell that may mean the number. */
  readonly id: string
  /** Whose id it is already, or of which other number of the list. */
  readonly other?: string
}

/** What a pasted list would do: the dry run, and what is applied after it. */
export interface Plan {
  readonly wishes: readonly Wish[]
  readonly found: readonly { readonly number: string; readonly orderId: string }[]
  readonly foundWithoutId: readonly string[]
  /** On the list, but not in doubt; their state where Lading knows them. */
  readonly notInDoubt: readonly {
    readonly number: string
    readonly state?: OrderState
    /** It went out in a request that the list is held against, and is settled. */
    readonly isCarried?: true
  }[]
  /** In doubt, but not on the list. */
  readonly missing: readonly { readonly number: string; readonly absentFrom: number }[]
  /** Missing ones whose quarantine is not over. */
  readonly early: number
  readonly conflicts: readonly Conflict[]
  /** Lines that say the same once more. */
  readonly repeated: number
}

/** What the ledger knows of numbers and ids on a list that are not in doubt. */
export interface Known {
  readonly states: ReadonlyMap<string, OrderState>
  /** The number that an order id belongs to. */
  readonly idOwners: ReadonlyMap<string, string>
  /** Numbers of all orders that went out in the requests in doubt. */
  readonly carried?: ReadonlySet<string>
}

/** Holds a pasted list against the orders in doubt. Time grows with the sum of both. @param now milliseconds */
export function planPaste(
  { rows, alike }: Pick<PasteReading, 'rows' | 'alike'>,
  doubtful: readonly Doubtful[],
  known: Known,
  meaning: Meaning,
  now: number,
): Plan {
  const inDoubt = new Map(doubtful.map(order => [order.number, order]))
  const { ids, repeated } = gather(rows)
  const owners = new Map<string, string[]>()
  for (const [number, given] of ids)
    for (const text of given) {
      const id = readOrderId(text)
      const ofId = id === undefined ? undefined : owners.get(id)
      if (ofId) ofId.push(number)
      else if (id !== undefined) owners.set(id, [number])
    }
  const plan = {
    wishes: [] as Wish[],
    found: [] as Plan['found'][number][],
    foundWithoutId: [] as string[],
    notInDoubt: [] as Plan['notInDoubt'][number][],
    missing: [] as Plan['missing'][number][],
    conflicts: [] as Conflict[],
  }
  for (const [number, given] of ids) {
    const order = inDoubt.get(number)
    if (!order) {
      const state = known.states.get(number)
      const isCarried = known.carried?.has(number) === true
      plan.notInDoubt.push({ number, ...(state && { state }), ...(isCarried && { isCarried }) })
      continue
    }
    const { id, attemptId } = order
    const [text, other] = [...given]
    const conflict = text === undefined ? undefined : conflictOf(number, text, other, owners, known)
    const orderId = text === undefined ? undefined : readOrderId(text)
    if (conflict) plan.conflicts.push(conflict)
    else if (orderId === undefined) {
      plan.foundWithoutId.push(number)
      plan.wishes.push({ id, attemptId, resolution: 'found' })
    } else {
      plan.found.push({ number, orderId })
      plan.wishes.push({ id, attemptId, resolution: 'found', orderId })
    }
  }
  for (const { id, number, attemptId, absentFrom } of doubtful) {
    if (ids.has(number)) continue
    const cell = alike.get(number)
    if (cell !== undefined) {
      plan.conflicts.push({ kind: 'looks_alike', number, id: cell })
      continue
    }
    plan.missing.push({ number, absentFrom })
    if (meaning === 'all' && absentFrom <= now) plan.wishes.push({ id, attemptId, resolution: 'absent' })
  }
  return { ...plan, repeated, early: plan.missing.filter(one => one.absentFrom > now).length }
}

/** How many of a plan's wishes say that something is not there. */
export const denials = ({ wishes }: Pick<Plan, 'wishes'>): number =>
  wishes.filter(wish => isDenial(wish.resolution)).length

/** The different ids that the list gives each number. */
function gather(rows: PasteReading['rows']) {
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

function conflictOf(
  number: string,
  text: string,
  second: string | undefined,
  owners: ReadonlyMap<string, readonly string[]>,
  { idOwners }: Known,
): Conflict | undefined {
  if (second !== undefined) return { kind: 'two_ids', number, id: text, other: second }
  const id = readOrderId(text)
  if (id === undefined) return { kind: 'not_an_id', number, id: text }
  const owner = idOwners.get(id)
  if (owner !== undefined) return { kind: 'id_taken', number, id, other: owner }
  const twin = owners.get(id)?.find(one => one !== number)
  return twin === undefined ? undefined : { kind: 'id_repeated', number, id, other: twin }
}
