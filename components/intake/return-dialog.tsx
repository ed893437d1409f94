import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ReturnedCell, ReturnPlan } from '@/lib/intake/return-plan'
import type { Returned } from '@/lib/intake/return-read'
import type { Workbook } from '@/lib/sheet/workbook'
import type { ReturnChoice } from './return-apply'
import { type CellPlace, ReturnChanges } from './return-changes'
import { ReturnClashes } from './return-clashes'
import { ReturnNotes } from './return-notes'

interface Props {
  name: string
  plan: ReturnPlan
  returned: Returned
  workbook: Workbook
  nameOf: (column: string) => string
  onApply: (choice: ReturnChoice) => void
  onClose: () => void
}

/** What a file that came back would change, cell by cell, before it does. */
export function ReturnDialog({ name, plan, returned, workbook, nameOf, onApply, onClose }: Props) {
  const t = useTranslations('intake.return')
  const { changed, clashing, added } = plan
  const [theirs, setTheirs] = useState<ReadonlySet<ReturnedCell>>(new Set())
  const act = useRef<HTMLButtonElement>(null)
  const [withAdded, setWithAdded] = useState(true)
  const rows = useMemo(
    () => new Map(returned.lines.flatMap(({ key, row }) => (key === undefined ? [] : [[key, row] as const]))),
    [returned],
  )
  const placeOf = ({ line, column }: ReturnedCell): CellPlace => ({
    number: numberOf(workbook, line),
    column: nameOf(column),
    row: rows.get(line),
  })
  const count = changed.length + theirs.size + (withAdded ? added.length : 0)
  const isNothing = changed.length + clashing.length + added.length === 0
  const lines = new Set([...changed, ...clashing].map(({ line }) => line)).size
  return (
    <Dialog
      open
      onClose={onClose}
      width={820}
      // The first control may stand at the end of a long list.
      {...(clashing.length === 0 && !isNothing && { initialFocus: act })}
      title={t('title', { name })}
      description={
        isNothing ? t(noneOf(plan, returned)) : t('lead', { cells: changed.length + clashing.length, lines })
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
        {clashing.length > 0 && (
          <ReturnClashes cells={clashing} placeOf={placeOf} theirs={theirs} onChoose={setTheirs} />
        )}
        {changed.length > 0 && (
          <ReturnChanges cells={changed} placeOf={placeOf} record={workbook.sheet.noun} />
        )}
        <ReturnNotes plan={plan} returned={returned} withAdded={withAdded} onWithAdded={setWithAdded} />
      </div>
    </Dialog>
  )
}

function numberOf({ index, sheet, draft }: Workbook, line: string): string {
  const lines = index.orderOf(line)?.lines ?? [line]
  const said = lines.map(id => draft.lines.get(id)?.texts[sheet.key] ?? '')
  return said.find(text => text.trim() !== '') ?? ''
}

/** Why there is nothing to apply. */
function noneOf({ locked, gone }: ReturnPlan, { others, unsolved }: Returned) {
  if (locked.length + gone.length > 0) return 'noneHere'
  return others.length > 0 || unsolved ? 'noneLeft' : 'none'
}
