import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Texts } from '@/lib/sheet/schema/line'

/** The kind of source of a text that was not typed; `hiddenColumns.source` and the recipe identify the file. */
export type OriginKind =
  | 'constant'
  | 'joined'
  | 'divided'
  | 'added'
  | 'split'
  | 'mapped'
  | 'restored'
  /** A number beyond 15 digits that the file stored as a number: its last digits may be lost. */
  | 'cut'
  /** The buyer's text, because the file has none of the recipient, who may be another person. */
  | 'buyer'
  | 'merged'
  | 'preset'
  /** Typed once for many orders, and not saved. */
  | 'set-once'
  | 'product-master'
  | 'recipient'
  | 'postal-code'
  /** A rule of the operators wrote it. */
  | 'rule'

/** A derived cell. It counts as derived only while its text equals `text`: typing over it removes the origin. */
export interface Origin {
  readonly kind: OriginKind
  readonly text: string
  /** Details: the name of a preset or a rule, a product's code, the text in the file. */
  readonly of?: string
  /** The rule that wrote the text, and the text before it. */
  readonly rule?: string
  readonly before?: string
  /** Whether the cell is marked for review. */
  readonly review?: true
}

/** The origins of a line's derived cells, by column id. */
export type Origins = Readonly<Record<string, Origin>>

const noOrigins: Origins = {}

/** The origins of a line's cells. Invalid JSON gives none, because anyone may have written the text. */
export function originsOf(texts: Texts): Origins {
  const text = texts[hiddenColumns.origins]
  if (text === undefined || text === '') return noOrigins
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Origins) : noOrigins
  } catch {
    return noOrigins
  }
}

/** The origin of a cell's text; undefined once another text was typed. */
export function originAt(texts: Texts, column: string): Origin | undefined {
  const origins = originsOf(texts)
  return Object.hasOwn(origins, column) ? liveOrigin(texts, column, origins[column]) : undefined
}

/** The cells of a line that are still as they were filled. */
export function liveOrigins(texts: Texts): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>()
  for (const [column, origin] of Object.entries(originsOf(texts))) {
    const alive = liveOrigin(texts, column, origin)
    if (alive) found.set(column, alive)
  }
  return found
}

const liveOrigin = (texts: Texts, column: string, origin: Origin | undefined): Origin | undefined =>
  typeof origin === 'object' && origin !== null && (texts[column] ?? '') === origin.text ? origin : undefined

/** Beyond this length, in characters, outdated origins are removed before others are appended. */
const MAX_APPENDED_LENGTH = 8000

const sharedJson = new WeakMap<Origin, string>()

/** Caches the JSON of an origin that many cells share: of a preset, a product, a postal code. */
export function shareOrigin(origin: Origin): Origin {
  sharedJson.set(origin, JSON.stringify(origin))
  return origin
}

/** A member of the text of `hiddenColumns.origins`. */
export const originJson = (column: string, origin: Origin): string =>
  `"${column}":${sharedJson.get(origin) ?? jsonOf(origin)}`

/** Most origins have only a kind and a text. */
const jsonOf = (origin: Origin): string =>
  origin.of === undefined && !origin.review
    ? `{"kind":"${origin.kind}","text":${JSON.stringify(origin.text)}}`
    : JSON.stringify(origin)

/**
 * The JSON of `hiddenColumns.origins` after some cells were filled; the origins of other cells stay.
 * @param texts of the line
 * @param added as in `joinOrigins`
 */
export const withOrigins = (texts: Texts, added: string): string =>
  joinOrigins(texts[hiddenColumns.origins] ?? '', added, () => texts)

/**
 * As `withOrigins`, but concatenates JSON, because 100,000 lines are filled in one go: of duplicate members the last
 * one counts.
 * @param before the line's JSON of origins
 * @param added members from `originJson`, separated by commas
 * @param textsOf reads the line's texts; called only to remove outdated origins
 */
export function joinOrigins(before: string, added: string, textsOf: () => Texts): string {
  if (before.length < 3) return `{${added}}`
  const isKept = before.length < MAX_APPENDED_LENGTH && before.startsWith('{"') && before.endsWith('}}')
  const kept = isKept ? before : JSON.stringify(Object.fromEntries(liveOrigins(textsOf())))
  return kept === '{}' ? `{${added}}` : `${kept.slice(0, -1)},${added}}`
}

/**
 * The JSON of `hiddenColumns.origins` after cells were reviewed.
 * @param isMeant selects columns
 * @returns undefined if none of them was marked for review
 */
export function withReviewed(texts: Texts, isMeant: (column: string) => boolean): string | undefined {
  let isAny = false
  const next = [...liveOrigins(texts)].map(([column, origin]): [string, Origin] => {
    if (!origin.review || !isMeant(column)) return [column, origin]
    isAny = true
    const { review: _, ...rest } = origin
    return [column, rest]
  })
  return isAny ? JSON.stringify(Object.fromEntries(next)) : undefined
}

/** How many cells do not have verbatim texts, by kind of origin. */
export type OriginCounts = Partial<Record<OriginKind, number>>

/** Counts cells while they are filled, because searching 100,000 lines afterwards would take longer than filling. */
export class OriginTally {
  readonly kinds: OriginCounts = {}
  /** Cells that are marked for review. */
  toReview = 0

  add({ kind, review }: Origin): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1
    if (review) this.toReview++
  }

  /** Takes back what `add` counted: the line is not imported. */
  remove({ kind, review }: Origin): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) - 1
    if (this.kinds[kind] <= 0) delete this.kinds[kind]
    if (review) this.toReview--
  }

  /** Adds the counts of another tally. */
  merge({ kinds, toReview }: OriginTally): void {
    for (const [kind, count] of Object.entries(kinds) as [OriginKind, number][])
      this.kinds[kind] = (this.kinds[kind] ?? 0) + count
    this.toReview += toReview
  }
}
