import type { Texts } from '@/lib/sheet/draft'
import { hidden, type Origin, type Origins } from './imported'

const none: Origins = {}

/** What a line says of its filled cells. A text that is no such thing says nothing: anybody may have written it. */
export function originsOf(texts: Texts): Origins {
  const text = texts[hidden.origins]
  if (text === undefined || text === '') return none
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Origins) : none
  } catch {
    return none
  }
}

/** Where the text of a cell came from; undefined once something else was typed. */
export function originAt(texts: Texts, column: string): Origin | undefined {
  const origins = originsOf(texts)
  return Object.hasOwn(origins, column) ? live(texts, column, origins[column]) : undefined
}

/** The cells of a line that are still as they were filled. */
export function liveOrigins(texts: Texts): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>()
  for (const [column, origin] of Object.entries(originsOf(texts))) {
    const alive = live(texts, column, origin)
    if (alive) found.set(column, alive)
  }
  return found
}

const live = (texts: Texts, column: string, origin: Origin | undefined): Origin | undefined =>
  typeof origin === 'object' && origin !== null && (texts[column] ?? '') === origin.text ? origin : undefined

/** Beyond this length, in characters, what no longer holds is looked for and left out. */
const LONG = 8000

const shared = new WeakMap<Origin, string>()

/** Says of an origin that many cells share it: a preset's, a product's, a postal code's. */
export function share(origin: Origin): Origin {
  shared.set(origin, JSON.stringify(origin))
  return origin
}

/** A member of the text of `hidden.origins`. */
export const originJson = (column: string, origin: Origin): string =>
  `"${column}":${shared.get(origin) ?? jsonOf(origin)}`

/** Most say no more than what was copied. */
const jsonOf = (origin: Origin): string =>
  origin.of === undefined && !origin.review
    ? `{"kind":"${origin.kind}","text":${JSON.stringify(origin.text)}}`
    : JSON.stringify(origin)

/**
 * The text of `hidden.origins` after some cells were filled; what was said of others stays.
 * @param texts of the line @param added as `joinOrigins`
 */
export const withOrigins = (texts: Texts, added: string): string =>
  joinOrigins(texts[hidden.origins] ?? '', added, () => texts)

/**
 * As `withOrigins`, put together from texts, because 100,000 lines are filled in one go: what stands twice counts as it
 * stands last.
 * @param before what the line said of its origins
 * @param added members, by `originJson`, with commas between them
 * @param textsOf asked for the line's texts only where what no longer holds is to be left out
 */
export function joinOrigins(before: string, added: string, textsOf: () => Texts): string {
  if (before.length < 3) return `{${added}}`
  const isKept = before.length < LONG && before.startsWith('{"') && before.endsWith('}}')
  const kept = isKept ? before : JSON.stringify(Object.fromEntries(liveOrigins(textsOf())))
  return kept === '{}' ? `{${added}}` : `${kept.slice(0, -1)},${added}}`
}

/**
 * The text of `hidden.origins` once somebody looked at some cells and found them right.
 * @param isMeant which columns; @returns undefined where none of them was to be looked at
 */
export function reviewed(texts: Texts, isMeant: (column: string) => boolean): string | undefined {
  let isAny = false
  const next = [...liveOrigins(texts)].map(([column, origin]): [string, Origin] => {
    if (!origin.review || !isMeant(column)) return [column, origin]
    isAny = true
    const { review: _, ...rest } = origin
    return [column, rest]
  })
  return isAny ? JSON.stringify(Object.fromEntries(next)) : undefined
}
