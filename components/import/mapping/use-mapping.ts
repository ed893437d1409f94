import { useMemo, useState } from 'react'
import { lostHeadings } from '@/lib/import/match/drift'
import { proposeForDrift, targetsByColumn } from '@/lib/import/match/edit-mapping'
import type { MappingReason } from '@/lib/import/match/guess/by-headings'
import { guessRecipe } from '@/lib/import/match/guess/guess'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type { Outline } from '@/lib/import/reader/protocol'
import { withLearnedValues } from '@/lib/import/recipe/values/value-maps'
import { sheets } from '@/lib/sheet/schema/sheets'

/** Why a column is mapped as it is: detected, by a known format, remembered, or chosen by the operator. */
export type Reason =
  | MappingReason
  | { readonly kind: 'known'; readonly detail: string }
  | { readonly kind: 'remembered' | 'chosen' }

/** A column of the file, as the mapping shows it. */
export interface FileRow {
  readonly at: number
  /** The heading, made unique; recipes use this name. */
  readonly name: string
  readonly samples: readonly string[]
  /** All distinct texts, where they are few. */
  readonly distinct: readonly string[]
  /** Ids of the columns of the sheet that it is mapped to. */
  readonly targets: readonly string[]
  /** Whether the file got this column after the recipe was made. */
  readonly isFresh: boolean
  /** Whether every order needs it, and it is mapped to nothing, which the operator has not chosen. */
  readonly isUnread: boolean
}

/** The mapping of a file while an operator edits it. */
export function useMapping({ mapping, unused }: Outline, excerpt: TableExcerpt) {
  const { sheet, headings, drift } = mapping
  const guessed = useMemo(() => guessRecipe(excerpt.table, excerpt.header, sheet), [excerpt, sheet])
  const first = useMemo(
    () =>
      mapping.by === 'guess'
        ? withLearnedValues(guessed.recipe, [mapping.recipe])
        : proposeForDrift(mapping, guessed.recipe),
    [mapping, guessed],
  )
  const [recipe, setRecipe] = useState(first)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const fresh = new Set(drift?.newColumns)
  // A column that an operator left unmapped before is unmapped on purpose.
  const needed = new Set(
    unused.flatMap(({ column, isUnread }) =>
      isUnread && (mapping.by !== 'remembered' || fresh.has(column)) ? column : [],
    ),
  )
  const targets = useMemo(() => targetsByColumn(recipe, headings), [recipe, headings])
  const rows = headings.map(
    (name, at): FileRow => ({
      at,
      name,
      samples: excerpt.samples[at] ?? [],
      distinct: excerpt.choices[at] ?? [],
      targets: targets.get(at) ?? [],
      isFresh: fresh.has(at),
      isUnread: needed.has(at) && !targets.has(at) && !leftOut.has(at),
    }),
  )
  const mapped = new Set([...targets.values()].flat())
  // Only a saved mapping tells which columns earlier files had.
  const lost = mapping.by === 'remembered' ? lostHeadings(recipe, headings) : noHeadings
  // A column with a constant stays among them: the constant is typed there.
  const unmapped = sheets[sheet].columns.filter(
    column => !mapped.has(column.id) && (column.required || lost.has(column.id)),
  )
  const reasonOf = (id: string): Reason | undefined => {
    const rule = recipe.fields[id]
    if (!rule) return undefined
    if (!isSame(rule, first.fields[id])) return { kind: 'chosen' }
    if (isSame(rule, mapping.by === 'guess' ? undefined : mapping.recipe.fields[id]))
      return mapping.by === 'remembered'
        ? { kind: 'remembered' }
        : { kind: 'known', detail: mapping.recipe.name }
    return guessed.reasons[id] ?? { kind: 'remembered' }
  }
  const leaveOut = (row: FileRow) => setLeftOut(new Set([...leftOut, row.at]))
  return { recipe, setRecipe, rows, unmapped, lost, reasonOf, leaveOut }
}

const noHeadings: ReturnType<typeof lostHeadings> = new Map()

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
