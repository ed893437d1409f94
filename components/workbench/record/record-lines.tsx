import { Plus, X } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { LineId } from '@/lib/sheet/schema/line'
import type { RecordLine, RecordView } from '@/lib/sheet/workbook/record-view'
import { LineMarks } from './line-marks'
import { type FieldsContext, RecordFields } from './record-fields'

/** Lines per page: a product may have a thousand. */
const PAGE_SIZE = 8

/** Which lines of a record are shown, from 0. */
export interface Page {
  readonly from: number
  readonly to: number
  readonly turnPage: (by: number) => void
}

/** The first line of the page of a line. */
const pageOf = (at: number) => Math.floor(Math.max(0, at) / PAGE_SIZE) * PAGE_SIZE

/** The page with the active cell. After it was turned it stays until another line becomes active. */
export function usePage(view: RecordView, line: LineId | undefined): Page {
  const here = view.lines.indexOf(line ?? '')
  const [page, setPage] = useState({ from: pageOf(here), here, firstLine: view.firstLine })
  if (page.here !== here || page.firstLine !== view.firstLine)
    setPage({ from: pageOf(here), here, firstLine: view.firstLine })
  const from = Math.min(page.from, pageOf(view.lines.length - 1))
  return {
    from,
    to: Math.min(from + PAGE_SIZE, view.lines.length),
    turnPage: by => setPage({ ...page, from: from + by }),
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

/** The lines of a record, one block each, with buttons to the other pages. */
export function RecordLines({ lines, count, page, context, locked, canAdd, onAdd, onRemove }: Props) {
  const t = useTranslations('recordPanel')
  const record = useContext(RecordTypeContext)
  const { from, to, turnPage } = page
  return (
    <>
      {lines.map(line => (
        <fieldset key={line.id} data-record-line={line.id} className="border-line border-t px-3.5 pt-2 pb-3">
          <legend className="float-left pb-1 font-medium text-ink-2 text-xs">
            {t('line', { record, at: line.at })}
          </legend>
          {!locked && count > 1 && (
            <IconButton
              className="float-right -mt-1 -mr-1.5 h-5.5"
              label={t('removeLine', { record, at: line.at })}
              onClick={() => onRemove(line.id)}
            >
              <X aria-hidden />
            </IconButton>
          )}
          <div className="clear-both">
            <LineMarks marks={line.marks} line={line.id} className="pb-1" />
            <RecordFields fields={line.fields} context={context} />
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
        {count > PAGE_SIZE && (
          <span className="ml-auto flex items-center gap-1.5">
            <Button
              size="small"
              variant="quiet"
              disabled={from === 0}
              focusableWhenDisabled
              onClick={() => turnPage(-PAGE_SIZE)}
            >
              {t('earlierLines')}
            </Button>
            {t('shownLines', { from: from + 1, to, count: count })}
            <Button
              size="small"
              variant="quiet"
              disabled={to === count}
              focusableWhenDisabled
              onClick={() => turnPage(PAGE_SIZE)}
            >
              {t('laterLines')}
            </Button>
          </span>
        )}
      </div>
    </>
  )
}
