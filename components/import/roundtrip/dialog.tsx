import { useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { ReimportedCell, ReimportPlan } from '@/lib/import/roundtrip/plan'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { RoundTripChoice } from './apply'
import { type CellPlace, ChangedCells } from './changed-cells'
import { ConflictingCells } from './conflicts'
import { RoundTripNotes } from './notes'

interface Props {
  name: string
  plan: ReimportPlan
  returned: ReimportedFile
  workbook: Workbook
  nameOf: (column: string) => string
  onApply: (choice: RoundTripChoice) => void
  onClose: () => void
}

/** Previews what a returned file would change, cell by cell. */
export function RoundTripDialog({ name, plan, returned, workbook, nameOf, onApply, onClose }: Props) {
  const t = useTranslations('intake.roundTrip')
  const locale = useLocale()
  const { changed, conflicting, added } = plan
  const [theirs, setTheirs] = useState<ReadonlySet<ReimportedCell>>(new Set())
  const act = useRef<HTMLButtonElement>(null)
  const [withAdded, setWithAdded] = useState(true)
  const rows = useMemo(
    () => new Map(returned.lines.flatMap(({ key, row }) => (key === undefined ? [] : [[key, row] as const]))),
    [returned],
  )
  const placeOf = ({ line, column }: ReimportedCell): CellPlace => ({
    number: numberOf(workbook, line),
    column: nameOf(column),
    row: rows.get(line),
    shown: text => shownInFull(text, workbook.column(column), locale),
  })
  const count = changed.length + theirs.size + (withAdded ? added.length : 0)
  const isNothing = changed.length + conflicting.length + added.length === 0
  const lines = new Set([...changed, ...conflicting].map(({ line }) => line)).size
  return (
    <Dialog
      open
      onClose={onClose}
      width={820}
      // The first control may be at the end of a long list.
      {...(conflicting.length === 0 && !isNothing && { initialFocus: act })}
      title={t('title', { name })}
      description={
        isNothing
          ? t(noneOf(plan, returned))
          : t('lead', { cells: changed.length + conflicting.length, lines })
      }
      actions={
        isNothing ? (
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              ref={act}
              variant="primary"
              disabled={count === 0}
              focusableWhenDisabled
              onClick={() => onApply({ theirs, withAdded })}
            >
              {t('apply', { count })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {!returned.base && !isNothing && <p className="text-ink-2">{t('lost')}</p>}
        {conflicting.length > 0 && (
          <ConflictingCells cells={conflicting} placeOf={placeOf} theirs={theirs} onChoose={setTheirs} />
        )}
        {changed.length > 0 && (
          <ChangedCells cells={changed} placeOf={placeOf} record={workbook.sheet.recordType} />
        )}
        <RoundTripNotes plan={plan} returned={returned} withAdded={withAdded} onWithAdded={setWithAdded} />
      </div>
    </Dialog>
  )
}

function numberOf({ index, sheet, draft }: Workbook, line: string): string {
  const lines = index.orderOf(line)?.lines ?? [line]
  const numbers = lines.map(id => draft.lines.get(id)?.texts[sheet.key] ?? '')
  return numbers.find(text => text.trim() !== '') ?? ''
}

/** Why there is nothing to apply. */
function noneOf({ locked, gone }: ReimportPlan, { others, unsolved }: ReimportedFile) {
  if (locked.length + gone.length > 0) return 'noneHere'
  return others.length > 0 || unsolved ? 'noneLeft' : 'none'
}
