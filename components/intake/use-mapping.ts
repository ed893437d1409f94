import { useMemo, useState } from 'react'
import type { Excerpt } from '@/lib/intake/excerpt'
import { guess } from '@/lib/intake/guess'
import type { Why } from '@/lib/intake/guess-by-headings'
import { withLearned } from '@/lib/intake/learned-values'
import { feedsOf, proposeForDrift, starvedOf } from '@/lib/intake/mapping'
import { sheets } from '@/lib/sheet/sheets'
import type { Outline } from './protocol'

/** Why a column of the file feeds what it feeds: found, remembered, or the operator said so. */
export type Reason = Why | { readonly kind: 'remembered' | 'chosen' }

/** A column of the file, as it is shown. */
export interface FileRow {
  readonly at: number
  /** Made distinct; recipes name it so. */
  readonly name: string
  readonly samples: readonly string[]
  /** All texts that differ, where they are few. */
  readonly few: readonly string[]
  /** Ids of the columns of the sheet that it feeds. */
  readonly feeds: readonly string[]
  /** Whether it is new since the recipe was made. */
  readonly isFresh: boolean
  /** Whether it says something that every order needs, and is mapped to nothing. */
  readonly isUnread: boolean
}

/** What a file's columns feed while an operator says so, and how it began. */
export function useMapping({ understood, unused }: Outline, excerpt: Excerpt) {
  const { sheet, headings, drift } = understood
  const guessed = useMemo(() => guess(excerpt.table, excerpt.header, sheet), [excerpt, sheet])
  const first = useMemo(
    () =>
      understood.by === 'guess'
        ? withLearned(guessed.recipe, [understood.recipe])
        : proposeForDrift(understood, guessed.recipe),
    [understood, guessed],
  )
  const [recipe, setRecipe] = useState(first)
  const fresh = new Set(drift?.fresh)
  // What somebody left out before was left out on purpose.
  const needed = new Set(
    unused.flatMap(({ column, isUnread }) =>
      isUnread && (understood.by !== 'remembered' || fresh.has(column)) ? column : [],
    ),
  )
  const feeds = useMemo(() => feedsOf(recipe, headings), [recipe, headings])
  const rows = headings.map(
    (name, at): FileRow => ({
      at,
      name,
      samples: excerpt.samples[at] ?? [],
      few: excerpt.few[at] ?? [],
      feeds: feeds.get(at) ?? [],
      isFresh: fresh.has(at),
      isUnread: needed.has(at) && !feeds.has(at),
    }),
  )
  const fed = new Set([...feeds.values()].flat())
  const starved = starvedOf(recipe, headings)
  // One that says the same on every line stays among them: that is said there.
  const unfed = sheets[sheet].columns.filter(
    column => !fed.has(column.id) && (column.required || starved.has(column.id)),
  )
  const reasonOf = (id: string): Reason | undefined => {
    const rule = recipe.fields[id]
    if (!rule) return undefined
    if (!isSame(rule, first.fields[id])) return { kind: 'chosen' }
    if (isSame(rule, understood.by === 'guess' ? undefined : understood.recipe.fields[id]))
      return { kind: 'remembered' }
    return guessed.why[id] ?? { kind: 'remembered' }
  }
  return { recipe, setRecipe, rows, unfed, starved, reasonOf }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
