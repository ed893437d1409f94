import { Plus, X } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { LineId } from '@/lib/sheet/draft'
import type { RecordLine, RecordView } from '@/lib/sheet/record-view'
import { Fields, type FieldsContext } from './record-panel-fields'
import { RecordNoun } from './use-say'

/** Lines that are shown at once: a product may have a thousand. */
const SHOWN = 8

/** Which lines of a record are shown, from 0. */
export interface Page {
  readonly from: number
  readonly to: number
  readonly turn: (by: number) => void
}

/** Where `at` is among lines that are shown in pages. */
const pageOf = (at: number) => Math.floor(Math.max(0, at) / SHOWN) * SHOWN

/** The page around where the operator stands. Who turns it stays there until they go to another line. */
export function usePage(view: RecordView, line: LineId | undefined): Page {
  const here = view.lines.indexOf(line ?? '')
  const [page, setPage] = useState({ from: pageOf(here), here, lead: view.lead })
  if (page.here !== here || page.lead !== view.lead) setPage({ from: pageOf(here), here, lead: view.lead })
  const from = Math.min(page.from, pageOf(view.lines.length - 1))
  return {
    from,
    to: Math.min(from + SHOWN, view.lines.length),
    turn: by => setPage({ ...page, from: from + by }),
  }
}

interface Props {
  lines: readonly RecordLine[]
  /** How many there are in all. */
  count: number
  page: Page
  context: FieldsContext
  locked: boolean
  /** Whether lines can be added: without its number a record cannot claim a blank one. */
  canAdd: boolean
  onAdd: () => void
  onRemove: (line: LineId) => void
}

/** The lines of a record, one block each, and the way to those that are not shown. */
export function Lines({ lines, count, page, context, locked, canAdd, onAdd, onRemove }: Props) {
  const t = useTranslations('recordPanel')
  const record = useContext(RecordNoun)
  const { from, to, turn } = page
  return (
    <>
      {lines.map(line => (
        <fieldset key={line.id} data-record-line={line.id} className="border-line border-t px-3.5 pt-2 pb-3">
          <legend className="float-left pb-1 font-medium text-ink-2 text-xs">
            {t('line', { record, at: line.at })}
          </legend>
          {!locked && count > 1 && (
            <Button
              variant="quiet"
              size="small"
              className="float-right -mt-1 -mr-1.5 h-5.5"
              aria-label={t('removeLine', { record, at: line.at })}
              onClick={() => onRemove(line.id)}
            >
              <X aria-hidden />
            </Button>
          )}
          <div className="clear-both">
            {line.marks.map(mark => (
              <p key={context.words.sentence(mark)} className="pb-1 text-fail text-xs">
                {context.words.sentence(mark)}
              </p>
            ))}
            <Fields fields={line.fields} context={context} />
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-1.5 border-line border-t px-3.5 py-2 text-ink-3 text-xs">
        {!locked && (
          <Button size="small" onClick={onAdd} disabled={!canAdd} focusableWhenDisabled>
            <Plus aria-hidden />
            {t('addLine', { record })}
          </Button>
        )}
        {!locked && !canAdd && <span>{t('needsKey', { record })}</span>}
        {count > SHOWN && (
          <span className="ml-auto flex items-center gap-1.5">
            <Button
              size="small"
              variant="quiet"
              disabled={from === 0}
              focusableWhenDisabled
              onClick={() => turn(-SHOWN)}
            >
              {t('earlierLines')}
            </Button>
            {t('shownLines', { from: from + 1, to, count: count })}
            <Button
              size="small"
              variant="quiet"
              disabled={to === count}
              focusableWhenDisabled
              onClick={() => turn(SHOWN)}
            >
              {t('laterLines')}
            </Button>
          </span>
        )}
      </div>
    </>
  )
}
