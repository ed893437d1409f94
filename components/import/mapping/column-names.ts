import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { headingsOf } from '@/lib/import/match/dictionary/dictionary'
import { WHOLE_ADDRESS } from '@/lib/import/match/edit-mapping'
import { foldText } from '@/lib/sheet/schema/choices/fold-text'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { fullColumnName } from '@/lib/words/sentences/column-name'

/** A column of the sheet to which a column of a file can be mapped. */
export interface Target {
  /** Id of the column; `WHOLE_ADDRESS` for all parts of an address. */
  readonly id: string
  readonly name: string
  readonly group: string
  /** Its names in all languages, folded. */
  readonly called: readonly string[]
}

/** Columns of a sheet by their names. */
export interface Targets {
  readonly all: readonly Target[]
  nameOf(id: string): string
  /** The columns that a text may mean, the likeliest first; all columns for a blank text. */
  find(text: string): readonly Target[]
  /** The column with exactly this name, in any language; undefined where several have it. */
  named(text: string): Target | undefined
}

/** The columns of a sheet, found by a word in Korean, Japanese or English. */
export function useTargets(sheet: SheetId): Targets {
  const columns = useTranslations('columns')
  const groups = useTranslations('columnGroups')
  const t = useTranslations('intake.mapping')
  return useMemo(() => {
    const all: Target[] = sheets[sheet].columns.map(column => {
      const { id, group } = column
      const name = fullColumnName(columns, wordsKeyOf(column))
      const called = [name, ...headingsOf(id)].map(foldText)
      return { id, name, group: groups(group as Parameters<typeof groups>[0]), called }
    })
    const address = all.findIndex(({ id }) => id === 'recipient.address')
    if (address !== -1) {
      const name = t('whole')
      const called = [name, ...(all[address]?.called ?? [])].map(foldText)
      all.splice(address, 0, { id: WHOLE_ADDRESS, name, group: all[address]?.group ?? '', called })
    }
    const byId = new Map(all.map(target => [target.id, target]))
    const byName = new Map(all.map(target => [foldText(target.name), target]))
    // A name of the address means its column; the whole address has a name of its own.
    const called = (text: string) =>
      all.filter(target => target.id !== WHOLE_ADDRESS && target.called.includes(text))
    return {
      all,
      nameOf: id => byId.get(id)?.name ?? id,
      named: text => {
        const wanted = foldText(text.trim())
        const [only, ...others] = wanted === '' ? [] : called(wanted)
        return byName.get(wanted) ?? (others.length === 0 ? only : undefined)
      },
      find: text => {
        const wanted = foldText(text)
        const ranked = all.map(target => ({ target, rank: rankOf(target, wanted) }))
        return ranked
          .filter(({ rank }) => rank < NO_MATCH)
          .sort((a, b) => a.rank - b.rank)
          .map(({ target }) => target)
      },
    }
  }, [sheet, columns, groups, t])
}

const NO_MATCH = 4

function rankOf({ called, group }: Target, wanted: string): number {
  if (called.includes(wanted)) return 0
  if (called[0]?.startsWith(wanted)) return 1
  if (called.some(name => name.startsWith(wanted))) return 2
  return called.some(name => name.includes(wanted)) || foldText(group).startsWith(wanted) ? 3 : NO_MATCH
}
