import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { headingsOf } from '@/lib/intake/dictionary'
import { WHOLE_ADDRESS } from '@/lib/intake/mapping'
import { fold } from '@/lib/sheet/folding'
import { type SheetId, sheets } from '@/lib/sheet/sheets'

/** A column of the sheet as it is offered to whoever maps a file. */
export interface Target {
  /** Id of the column; `WHOLE_ADDRESS` for all parts of an address. */
  readonly id: string
  readonly name: string
  readonly group: string
  /** Everything it is called, in any language, folded. */
  readonly called: readonly string[]
}

/** Columns of a sheet by their names. */
export interface Targets {
  readonly all: readonly Target[]
  nameOf(id: string): string
  /** Those that a text may mean, the likeliest first; all for a blank one. */
  find(text: string): readonly Target[]
  /** The one that is called exactly so, in any language; undefined where several are. */
  named(text: string): Target | undefined
}

/** What columns of a sheet are called, and how they are found by a word in Korean, Japanese or English. */
export function useTargets(sheet: SheetId): Targets {
  const columns = useTranslations('columns')
  const groups = useTranslations('columnGroups')
  const t = useTranslations('intake.mapping')
  return useMemo(() => {
    const all: Target[] = sheets[sheet].columns.map(({ id, group }) => {
      const name = columns(`${id.replaceAll('[]', '')}.name` as Parameters<typeof columns>[0])
      const called = [name, ...headingsOf(id)].map(fold)
      return { id, name, group: groups(group as Parameters<typeof groups>[0]), called }
    })
    const address = all.findIndex(({ id }) => id === 'recipient.address')
    if (address !== -1) {
      const name = t('whole')
      const called = [name, ...(all[address]?.called ?? [])].map(fold)
      all.splice(address, 0, { id: WHOLE_ADDRESS, name, group: all[address]?.group ?? '', called })
    }
    const byId = new Map(all.map(target => [target.id, target]))
    const byName = new Map(all.map(target => [fold(target.name), target]))
    const called = (text: string) => all.filter(target => target.called.includes(text))
    return {
      all,
      nameOf: id => byId.get(id)?.name ?? id,
      named: text => {
        const wanted = fold(text.trim())
        const [only, ...others] = wanted === '' ? [] : called(wanted)
        return byName.get(wanted) ?? (others.length === 0 ? only : undefined)
      },
      find: text => {
        const wanted = fold(text)
        const ranked = all.map(target => ({ target, rank: rankOf(target, wanted) }))
        return ranked
          .filter(({ rank }) => rank < NONE)
          .sort((a, b) => a.rank - b.rank)
          .map(({ target }) => target)
      },
    }
  }, [sheet, columns, groups, t])
}

const NONE = 4

function rankOf({ called, group }: Target, wanted: string): number {
  if (called.includes(wanted)) return 0
  if (called[0]?.startsWith(wanted)) return 1
  if (called.some(name => name.startsWith(wanted))) return 2
  return called.some(name => name.includes(wanted)) || fold(group).startsWith(wanted) ? 3 : NONE
}
