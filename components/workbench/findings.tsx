import { Wrench } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { lookUpPlaces } from '@/components/intake/fill-postal'
import { Button } from '@/components/ui/button'
import type { Proposal } from '@/lib/intake/damage'
import { addNeeds, noNeeds } from '@/lib/intake/fill-needs'
import type { PostalLookup } from '@/lib/intake/postal'
import { refillOrder } from '@/lib/intake/refill'
import { writeCells } from '@/lib/sheet/acts'
import type { CellAddress, LineId, Texts } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import { useDismissed, useFindings } from './use-findings'

/** Cells of a proposal that are shown as a sample. */
const SAMPLE = 3

interface Props {
  workbook: Workbook
  version: number
  words: SheetWords
  goTo: (cell: CellAddress) => void
  onReturn: () => void
  announce: (sentence: string) => void
}

/** Texts that were damaged on their way here, one proposal a column and kind: mended with one press, and with one undone. */
export function Findings({ workbook, version, words, goTo, onReturn, announce }: Props) {
  const t = useTranslations('findings')
  const { isDismissed, dismiss } = useDismissed()
  const proposals = useFindings(workbook, version).filter(proposal => !isDismissed(proposal))
  if (proposals.length === 0 || workbook.isReadOnly) return null

  const mend = async ({ cells, column, kind }: Proposal) => {
    const [first] = cells
    const needs = noNeeds()
    for (const cell of cells) addNeeds(needs, id => (id === cell.column ? cell.after : undefined))
    const postal = await lookUpPlaces(needs.postal)
    // Looked at after the wait: what was typed meanwhile stays.
    const still = cells.filter(({ line, column, before }) => workbook.text({ line, column }) === before)
    const writes = new Map<LineId, Texts>()
    for (const { line, column, after } of still) writes.set(line, { ...writes.get(line), [column]: after })
    for (const [line, texts] of refilled(workbook, writes, postal))
      writes.set(line, { ...texts, ...writes.get(line) })
    const at = first ? { line: first.line, column } : null
    writeCells(workbook, { ids: [] }, writes, at)
    announce(t('mended', { count: still.length, kind: t(`kinds.${kind}`) }))
    onReturn()
  }
  const leave = (proposal: Proposal) => {
    dismiss(proposal)
    onReturn()
  }

  return (
    <section aria-label={t('label')} className="max-h-[45%] shrink-0 overflow-y-auto">
      <h2 className="flex items-center gap-1.5 px-3.5 pt-2 pb-1 font-semibold">
        <Wrench aria-hidden className="size-3.5 text-ink-3" />
        {t('label')}
      </h2>
      <p className="px-3.5 pb-1.5 text-ink-3 text-xs">{t('lead')}</p>
      {proposals.map(proposal => {
        const { column: id, copy, kind, cells } = proposal
        const name = [id, ...(copy === undefined ? [] : [copy])]
          .map(one => {
            const column = workbook.column(one)
            return column ? words.column(column).name : one
          })
          .join(', ')
        return (
          <div key={`${kind} ${id}`} className="border-line border-t px-3.5 py-2">
            <h3 className="flex gap-1 font-medium">
              <span className="min-w-0 truncate">{name}</span>
              <b className="ml-auto pl-2 font-semibold text-warn">{cells.length}</b>
            </h3>
            <p className="text-ink-3 text-xs">{t(`kinds.${kind}`)}</p>
            <ul aria-label={t('sample', { name })} className="my-1">
              {samplesOf(proposal).map(({ line, column, before, after }) => (
                <li key={`${line} ${column}`}>
                  <button
                    type="button"
                    onClick={() => goTo({ line, column })}
                    className="-mx-1.5 flex w-[calc(100%+12px)] items-baseline gap-1.5 rounded px-1.5 py-0.5 text-left text-ink-2 hover:bg-shade"
                  >
                    <s className="min-w-0 truncate">{seen(before)}</s>
                    <span aria-hidden>→</span>
                    <span className="sr-only">{t('becomes')}</span>
                    <span className="min-w-0 truncate text-ink">{after}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div className="flex gap-1.5">
              <Button
                size="small"
                onClick={() => void mend(proposal)}
                aria-label={t('mendOf', { count: cells.length, name })}
              >
                {t('mend', { count: cells.length })}
              </Button>
              <Button
                size="small"
                variant="quiet"
                onClick={() => leave(proposal)}
                aria-label={t('leaveOf', { name })}
              >
                {t('leave')}
              </Button>
            </div>
          </div>
        )
      })}
    </section>
  )
}

/** What follows cells that change, in all of their orders. */
function refilled(
  workbook: Workbook,
  changes: ReadonlyMap<LineId, Texts>,
  postal: PostalLookup,
): Map<LineId, Texts> {
  const leads = new Set([...changes.keys()].flatMap(line => workbook.index.orderOf(line)?.lead ?? []))
  const all = new Map<LineId, Texts>()
  for (const lead of leads) {
    const order = workbook.index.find(lead)?.lines.flatMap(line => workbook.draft.lines.get(line) ?? []) ?? []
    for (const [line, texts] of refillOrder(order, changes, workbook.sheet, postal)) all.set(line, texts)
  }
  return all
}

/** A copy is no example of its own. */
const samplesOf = ({ cells, column }: Proposal) =>
  cells.filter(cell => cell.column === column).slice(0, SAMPLE)

/** A text with what nobody sees in it made visible. */
const seen = (text: string): string => text.replaceAll(/\0|\p{Cf}|[\u00a0\u2000-\u200a\u202f\u205f]/gu, '▯')
