import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import type { ReimportedCell } from '@/lib/import/roundtrip/plan'
import type { CellPlace } from './changed-cells'
import { MoreButton } from './more-button'

interface Props {
  cells: readonly ReimportedCell[]
  placeOf: (cell: ReimportedCell) => CellPlace
  /** Cells that take the text of the file. */
  theirs: ReadonlySet<ReimportedCell>
  onChoose: (theirs: ReadonlySet<ReimportedCell>) => void
}

/** Cells that the list shows at first, and that "more" adds. */
const PAGE_SIZE = 50

/** Cells that were edited in the file and in the draft. The operator chooses a text, by default the draft's. */
export function ConflictingCells({ cells, placeOf, theirs, onChoose }: Props) {
  const t = useTranslations('intake.roundTrip')
  const [shown, setShown] = useState(PAGE_SIZE)
  const name = useId()
  const choose = (cell: ReimportedCell, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(cell)
    else next.delete(cell)
    onChoose(next)
  }
  return (
    <section aria-label={t('conflicts')}>
      <h3 className="font-medium">{t('conflicts')}</h3>
      <p className="text-ink-2">{t('conflictsLead', { count: cells.length })}</p>
      {cells.length > 1 && (
        <div className="flex gap-2 py-1.5">
          <Button size="small" onClick={() => onChoose(new Set())}>
            {t('keepAll')}
          </Button>
          <Button size="small" onClick={() => onChoose(new Set(cells))}>
            {t('takeAll')}
          </Button>
        </div>
      )}
      <ul className="border-line border-t">
        {cells.slice(0, shown).map((cell, at) => {
          const { number, column, row = 0, shown: asShown } = placeOf(cell)
          const sentence = t('conflict', { number: number || '—', column, row })
          const isTheirs = theirs.has(cell)
          return (
            <li key={`${cell.line} ${cell.column} ${cell.there}`} className="border-line-soft border-b py-1">
              <fieldset aria-label={sentence} className="flex items-start gap-x-3 max-[640px]:flex-wrap">
                <span className="w-[30%] shrink-0 truncate max-[640px]:w-full" title={sentence}>
                  {sentence}
                </span>
                <Choice
                  group={`${name}${at}`}
                  label={t('ours')}
                  text={asShown(cell.here) || t('blank')}
                  isChosen={!isTheirs}
                  onChoose={() => choose(cell, false)}
                />
                <Choice
                  group={`${name}${at}`}
                  label={t('theirs')}
                  text={asShown(cell.there) || t('blank')}
                  isChosen={isTheirs}
                  onChoose={() => choose(cell, true)}
                />
              </fieldset>
            </li>
          )
        })}
      </ul>
      <MoreButton count={cells.length - shown} onClick={() => setShown(shown + 5 * PAGE_SIZE)} />
    </section>
  )
}

interface ChoiceProps {
  group: string
  label: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

const Choice = ({ group, label, text, isChosen, onChoose }: ChoiceProps) => (
  <label className="flex min-w-0 flex-1 gap-1.5" title={text}>
    <input
      type="radio"
      name={group}
      checked={isChosen}
      onChange={onChoose}
      className="mt-0.75 shrink-0 self-start accent-accent"
    />
    <span className="shrink-0 text-ink-3">{label}</span>
    <span className="line-clamp-4 min-w-0 [overflow-wrap:anywhere]">{text}</span>
  </label>
)
