import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { RemoteChanges } from '@/components/workbench/saving/save-queue'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Participant } from '@/lib/desk-api/drafts/changes'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { joinSentences } from '@/lib/words/sentences/join'
import { countShownTexts } from './overwritten-cells'
import { useParticipantName } from './use-participant-names'

/** Delay between two summaries of what others do, and how long each is shown, in milliseconds. */
const SUMMARY_DELAY_MS = 1500
const SUMMARY_DURATION_MS = 6000

interface Count {
  cells: number
  came: number
  went: number
}

/** Says what others did to the sheet: together, not cell by cell. '' while nothing was done lately. */
export function useActivity(): readonly [
  sentence: string,
  note: (patch: Patch, remote: RemoteChanges) => void,
] {
  const { workbook } = useWorkbench()
  const t = useTranslations('together')
  const locale = useLocale()
  const nameOf = useParticipantName()
  const [sentence, setSentence] = useState('')
  const counts = useRef(new Map<string, { who: Participant; count: Count }>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  const summarise = useCallback(() => {
    timer.current = undefined
    const sentences = [...counts.current.values()].flatMap(({ who, count: { cells, came, went } }) => {
      const by = { name: nameOf(who), isYou: String(who.isYou) }
      return [
        cells > 0 && t('changed', { ...by, count: cells }),
        came > 0 && t('came', { ...by, count: came }),
        went > 0 && t('went', { ...by, count: went }),
      ]
    })
    counts.current.clear()
    setSentence(joinSentences(locale, sentences))
    clearTimeout(end.current)
    end.current = setTimeout(() => setSentence(''), SUMMARY_DURATION_MS)
  }, [t, locale, nameOf])
  const note = useCallback(
    (patch: Patch, remote: RemoteChanges) => {
      for (const [by, count] of countBy(workbook, patch, remote)) {
        const known = counts.current.get(by)?.count ?? { cells: 0, came: 0, went: 0 }
        const who = remote.people[by] ?? { name: '', isYou: false }
        const sum = {
          cells: known.cells + count.cells,
          came: known.came + count.came,
          went: known.went + count.went,
        }
        counts.current.set(by, { who, count: sum })
      }
      timer.current ??= setTimeout(summarise, SUMMARY_DELAY_MS)
    },
    [workbook, summarise],
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

function countBy(
  workbook: Workbook,
  { changes, inserted, removed }: Patch,
  remote: RemoteChanges,
): Map<string, Count> {
  const authors = new Map([...remote.lines, ...remote.removed].map(({ id, by }) => [id, by]))
  const counts = new Map<string, Count>()
  const add = (line: LineId, what: keyof Count, count: number) => {
    const by = authors.get(line) ?? ''
    const known = counts.get(by) ?? { cells: 0, came: 0, went: 0 }
    known[what] += count
    counts.set(by, known)
  }
  for (const { line, after } of changes) add(line, 'cells', countShownTexts(workbook, after))
  // A line that was moved is inserted and removed in one patch.
  const [came, went] = [new Set(inserted.map(({ id }) => id)), new Set(removed.map(({ id }) => id))]
  for (const id of came) if (!went.has(id)) add(id, 'came', 1)
  for (const id of went) if (!came.has(id)) add(id, 'went', 1)
  return counts
}
