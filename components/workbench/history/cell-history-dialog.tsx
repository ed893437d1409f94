import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCellSource } from '@/components/import/summary/cell-source'
import type { LineSources } from '@/components/import/summary/line-sources'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import { Clamped } from '@/components/ui/text/clamped'
import { Time } from '@/components/ui/text/time'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { columnNames } from '@/components/workbench/source/words/sheet-words'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellHistory, CellVersion } from '@/lib/desk-api/drafts/cell-history'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { CellAddress } from '@/lib/sheet/schema/line'

interface Props {
  cell: CellAddress
  draft: {
    readonly draftId: string
    /** Saves all edits. @returns whether they are on the server */
    flush(): Promise<boolean>
  }
  lineSources: LineSources
  /** Writes an earlier text into the cell; undefined: the operator may not. */
  onRestore: ((text: string) => void) | undefined
  onClose: () => void
}

/** The texts of a cell, from the present one back to its file: who saved each, and where it came from. */
export function CellHistoryDialog({ cell, draft, lineSources, onRestore, onClose }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useTranslations('cellHistory')
  const history = useHistory(draft, cell)
  useFocusSheetOnUnmount()
  const line = workbook.line(cell.line)
  const firstLine = line?.firstLine ?? cell.line
  const number = workbook.text({ line: firstLine, column: workbook.sheet.key })
  const nameOf = columnNames(workbook, words)
  const texts = line?.texts ?? {}
  const { sentences } = useCellSource({ lineSources, texts, column: cell.column })
  return (
    <Dialog
      open
      onClose={onClose}
      width={520}
      title={t('title', { column: nameOf(cell.column) })}
      description={number === '' ? undefined : t('number', { name: nameOf(workbook.sheet.key), number })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div aria-busy={history === undefined} className="min-h-16">
        {history === null && <Notice tone="fail">{t('failed')}</Notice>}
        {history && (
          <ol className="divide-y divide-line-soft">
            {history.versions.map((version, at) => (
              <Version
                key={version.revision}
                cell={cell}
                version={version}
                isCurrent={at === 0}
                onRestore={at === 0 ? undefined : onRestore}
              />
            ))}
          </ol>
        )}
        {history?.isCut && (
          <p className="pt-2 text-ink-2 text-xs">{t('cut', { count: history.versions.length })}</p>
        )}
        {sentences.length > 0 && (
          <section aria-label={t('file')} className="mt-2 border-line border-t pt-2">
            <h3 className="text-ink-2 text-xs">{t('file')}</h3>
            {sentences.map(sentence => (
              <p key={sentence} className="break-words">
                {sentence}
              </p>
            ))}
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** The history of a cell, after all edits are saved; undefined until it is read, null if it cannot be read. */
function useHistory({ draftId, flush }: Props['draft'], { line, column }: CellAddress) {
  const [history, setHistory] = useState<CellHistory | null>()
  const save = useEffectEvent(flush)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      await save()
      const query = new URLSearchParams({ line, column })
      const response = await fetch(`/drafts/${draftId}/history?${query}`, { cache: 'no-store' }).catch(
        () => null,
      )
      const found: CellHistory | null = response?.ok ? await response.json() : null
      if (!isOver) setHistory(found)
    }
    read()
    return () => {
      isOver = true
    }
  }, [draftId, line, column])
  return history
}

interface VersionProps {
  cell: CellAddress
  version: CellVersion
  isCurrent: boolean
  onRestore: ((text: string) => void) | undefined
}

function Version({ cell, version: { text, saved, origin }, isCurrent, onRestore }: VersionProps) {
  const { workbook, words } = useWorkbench()
  const t = useTranslations('cellHistory')
  const locale = useLocale()
  const shown = shownInFull(text, workbook.column(cell.column), locale)
  return (
    <li className="flex items-start gap-3 py-1.75">
      <div className="min-w-0 flex-1">
        {text === '' ? (
          <p className="text-ink-3">{t('blank')}</p>
        ) : (
          <div className="whitespace-pre-wrap break-words">
            <Clamped length={shown.length} more={t('more')} less={t('less')}>
              {shown}
            </Clamped>
          </div>
        )}
        <p className="text-ink-2 text-xs">
          {saved ? (
            <>
              {saved.by.isYou ? t('you') : saved.by.name || t('someone')}
              {' · '}
              <Time at={saved.at} kind="minute" />
            </>
          ) : (
            t('unknown')
          )}
          {origin && ` · ${words.origin({ ...origin, text })}`}
        </p>
      </div>
      {isCurrent && <span className="shrink-0 text-ink-2 text-xs">{t('current')}</span>}
      {onRestore && (
        <Button size="small" onClick={() => onRestore(text)}>
          {t('restore')}
        </Button>
      )}
    </li>
  )
}
