import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LineId, Patch } from '@/lib/sheet/draft'
import type { Foreign } from './saving'
import type { Somebody } from './together'
import { useNames } from './use-names'

/** What others do is said at most this often, and shown this long, in milliseconds. */
const TOGETHER = 1500
const SHOWN = 6000

interface Count {
  cells: number
  came: number
  went: number
}

/** Says what others did to the sheet: together, not cell by cell. '' while nothing was done lately. */
export function useActivity(): readonly [sentence: string, note: (patch: Patch, news: Foreign) => void] {
  const t = useTranslations('together')
  const nameOf = useNames()
  const [sentence, setSentence] = useState('')
  const counts = useRef(new Map<string, { who: Somebody; count: Count }>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useCallback(() => {
    timer.current = undefined
    const said = [...counts.current.values()].flatMap(({ who, count: { cells, came, went } }) => {
      const by = { name: nameOf(who), isYou: String(who.isYou) }
      return [
        cells > 0 && t('changed', { ...by, count: cells }),
        came > 0 && t('came', { ...by, count: came }),
        went > 0 && t('went', { ...by, count: went }),
      ].filter(sentence => sentence !== false)
    })
    counts.current.clear()
    setSentence(said.join(' '))
    clearTimeout(end.current)
    end.current = setTimeout(() => setSentence(''), SHOWN)
  }, [t, nameOf])
  const note = useCallback(
    (patch: Patch, news: Foreign) => {
      for (const [by, count] of countBy(patch, news)) {
        const known = counts.current.get(by)?.count ?? { cells: 0, came: 0, went: 0 }
        const who = news.people[by] ?? { name: '', isYou: false }
        const sum = {
          cells: known.cells + count.cells,
          came: known.came + count.came,
          went: known.went + count.went,
        }
        counts.current.set(by, { who, count: sum })
      }
      timer.current ??= setTimeout(tell, TOGETHER)
    },
    [tell],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      clearTimeout(end.current)
    },
    [],
  )
  return [sentence, note]
}

function countBy({ changes, inserted, removed }: Patch, news: Foreign): Map<string, Count> {
  const authors = new Map([...news.lines, ...news.removed].map(({ id, by }) => [id, by]))
  const counts = new Map<string, Count>()
  const add = (line: LineId, what: keyof Count, count: number) => {
    const by = authors.get(line) ?? ''
    const known = counts.get(by) ?? { cells: 0, came: 0, went: 0 }
    known[what] += count
    counts.set(by, known)
  }
  for (const { line, after } of changes) add(line, 'cells', Object.keys(after).length)
  // Lines that were only moved came and went.
  const [came, went] = [new Set(inserted.map(({ id }) => id)), new Set(removed.map(({ id }) => id))]
  for (const id of came) if (!went.has(id)) add(id, 'came', 1)
  for (const id of went) if (!came.has(id)) add(id, 'went', 1)
  return counts
}
