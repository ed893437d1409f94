import { Wrench } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { lookUpPostalPlaces } from '@/components/import/fill/postal'
import { Button } from '@/components/ui/buttons/button'
import { Count } from '@/components/ui/text/count'
import { useWorkbench, useWorkbookVersion } from '@/components/workbench/workbench-context'
import type { PostalLookup } from '@/lib/import/lines/fill/postal'
import { refillOrder } from '@/lib/import/lines/fill/refill'
import { addNeeds, emptyNeeds } from '@/lib/import/lines/fill/source-loader'
import type { RepairProposal } from '@/lib/import/repair/damaged-cells'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { assumedUnit } from '@/lib/sheet/schema/units'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { listOf } from '@/lib/words/sentences/join'
import { useDismissed, useRepairProposals } from './use-repair-proposals'

/** Cells of a proposal that are listed. */
const SAMPLE_SIZE = 3

/** Proposes to repair texts that were damaged before they came here, one proposal per column and kind of damage. */
export function RepairProposals() {
  const { workbook, words, grid, announce, goTo } = useWorkbench()
  const version = useWorkbookVersion()
  const t = useTranslations('findings')
  const locale = useLocale()
  const { isDismissed, dismiss } = useDismissed()
  const { proposals: all, searchAgain } = useRepairProposals(workbook, version)
  const proposals = all.filter(proposal => !isDismissed(proposal))
  if (proposals.length === 0 || workbook.isReadOnly) return null

  const kindText = ({ kind, column: id }: RepairProposal) => {
    const column = workbook.column(id)
    return t(`kinds.${kind}`, { unit: (column && assumedUnit(column)) ?? 'none' })
  }
  const repair = async (proposal: RepairProposal) => {
    const { cells, column } = proposal
    const [first] = cells
    const needs = emptyNeeds()
    for (const cell of cells) addNeeds(needs, id => (id === cell.column ? cell.after : undefined))
    const postal = await lookUpPostalPlaces(needs.postal)
    // After the request: cells that were edited meanwhile stay.
    const still = cells.filter(({ line, column, before }) => workbook.text({ line, column }) === before)
    const writes = new Map<LineId, Texts>()
    for (const { line, column, after } of still) writes.set(line, { ...writes.get(line), [column]: after })
    for (const [line, texts] of refilled(workbook, writes, postal))
      writes.set(line, { ...texts, ...writes.get(line) })
    const at = first ? { line: first.line, column } : null
    writeCells(workbook, { ids: [] }, writes, at)
    searchAgain(still)
    announce(t('mended', { count: still.length, kind: kindText(proposal) }))
    grid.current?.focus()
  }
  const dismissProposal = (proposal: RepairProposal) => {
    dismiss(proposal)
    grid.current?.focus()
  }

  return (
    <section
      aria-label={t('label')}
      className="relative max-h-[35%] min-h-24 flex-[0_1_auto] overflow-y-auto"
    >
      <h2 className="flex items-center gap-1.5 px-3.5 pt-2 pb-1 font-semibold">
        <Wrench aria-hidden className="size-3.5 text-ink-3" />
        {t('label')}
      </h2>
      <p className="px-3.5 pb-1.5 text-ink-3 text-xs">{t('lead')}</p>
      {proposals.map(proposal => {
        const { column: id, copy, kind, cells } = proposal
        const names = [id, ...(copy === undefined ? [] : [copy])].map(one => {
          const column = workbook.column(one)
          return column ? words.column(column).name : one
        })
        const name = listOf(locale, names)
        return (
          <div key={`${kind} ${id}`} className="border-line border-t px-3.5 py-2">
            <h3 className="flex gap-1 font-medium">
              <span className="min-w-0 truncate">{name}</span>
              <b className="ml-auto pl-2 font-semibold text-warn">
                <Count of={cells.length} />
              </b>
            </h3>
            <p className="text-ink-3 text-xs">{kindText(proposal)}</p>
            <ul aria-label={t('sample', { name })} className="my-1">
              {samplesOf(proposal).map(({ line, column, before, after }) => (
                <li key={`${line} ${column}`}>
                  <button
                    type="button"
                    onClick={() => goTo({ line, column })}
                    className="-mx-1.5 flex w-[calc(100%+12px)] items-baseline gap-1.5 rounded px-1.5 py-0.5 text-left text-ink-2 hover:bg-shade"
                  >
                    <s className="min-w-0 truncate">{visibleText(before)}</s>
                    <span aria-hidden>→</span>
                    <span className="sr-only">{t('becomes')}</span>
                    <span className="min-w-0 truncate text-ink">{after || t('blank')}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div className="flex gap-1.5">
              <Button
                size="small"
                onClick={() => void repair(proposal)}
                aria-label={t('mendOf', { count: cells.length, name })}
              >
                {t('mend', { count: cells.length })}
              </Button>
              <Button
                size="small"
                variant="quiet"
                onClick={() => dismissProposal(proposal)}
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

/** The texts that follow from changed cells, in all of their orders. */
function refilled(
  workbook: Workbook,
  changes: ReadonlyMap<LineId, Texts>,
  postal: PostalLookup,
): Map<LineId, Texts> {
  const firstLines = new Set([...changes.keys()].flatMap(line => workbook.index.firstLineOf(line) ?? []))
  const all = new Map<LineId, Texts>()
  for (const firstLine of firstLines) {
    const order =
      workbook.index.find(firstLine)?.lines.flatMap(line => workbook.draft.lines.get(line) ?? []) ?? []
    for (const [line, texts] of refillOrder(order, changes, workbook.sheet, postal)) all.set(line, texts)
  }
  return all
}

/** Without the cells of copied columns. */
const samplesOf = ({ cells, column }: RepairProposal) =>
  cells.filter(cell => cell.column === column).slice(0, SAMPLE_SIZE)

/** A text with a sign for every invisible character. */
const visibleText = (text: string): string =>
  text.replaceAll(/\0|\p{Cf}|[\u00a0\u2000-\u200a\u202f\u205f]/gu, '▯')
