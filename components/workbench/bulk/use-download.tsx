import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import { ProgressRow } from '@/components/import/dialogs/progress'
import { saveAs, writeDownload } from '@/components/import/roundtrip/download'
import type { LineSelection } from '@/components/import/roundtrip/lines'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { fullSentence, requestPlaceOf, titleOf } from '@/components/workbench/errors/failure-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { isApiError } from '@/lib/sheet/judge/marks'
import { isLanguage, languages } from '@/lib/words/locale/languages'
import { selectedLines } from './selected-lines'

interface Deps {
  readonly draftId: string
  readonly draftName: string
  readonly importer: ImportController
  readonly mayReadFiles: boolean
}

interface Download {
  /** Downloads of all, the selected and the failing orders, for a menu. */
  readonly acts: () => readonly MenuAct[]
  readonly failing: () => void
  /** How far a download is, once it has taken a while. */
  readonly progress: ReactNode
}

/** Downloads lines as a workbook that is corrected in another program and uploaded again. */
export function useDownload({ draftId, draftName, importer, mayReadFiles }: Deps): Download {
  const { workbook, grid, source, words, announce } = useWorkbench()
  const t = useTranslations('intake.roundTrip')
  const tWorkbench = useWorkbenchTranslations()
  const record = workbook.sheet.recordType
  const language = isLanguage(words.language) ? words.language : languages[0]
  const running = useRef<AbortController>(undefined)
  const [done, setDone] = useState<number>()

  const writeLines = async (which: LineSelection) => {
    if (running.current) return announce(t('busy'))
    const stop = new AbortController()
    running.current = stop
    grid.current?.commit()
    announce(t('writing'))
    const messageOf = onceEach(failure =>
      t('error', {
        column: titleOf(failure, workbook, words, tWorkbench),
        text: fullSentence(failure, words),
      }),
    )
    try {
      const written = await writeDownload(
        {
          workbook,
          importer,
          draftId,
          mayReadFiles,
          message: failure => {
            const text = messageOf(failure)
            const position = requestPlaceOf(workbook, failure.line, failure.mark)
            return position === undefined
              ? text
              : t('errorAt', { text, position: t('where.position', { position }) })
          },
        },
        which,
        { draftName: draftName, language, name: t('sheet') },
        { onProgress: setDone, signal: stop.signal },
      )
      if (!written) return announce(t('cancelled'))
      const { file, inShopColumns: isShop, orders } = written
      if (orders === 0) return announce(t('nothing', { record }))
      if (!file) return announce(t(isShop ? 'unreachable' : 'notWritten'))
      const name = t('file', { draft: draftName })
      saveAs(name, file)
      announce(t(isShop ? 'wroteShop' : 'wroteOwn', { record, orders, name }))
    } finally {
      running.current = undefined
      setDone(undefined)
    }
  }

  useEffect(() => () => running.current?.abort(), [])
  const nothing = workbook.orderCount === 0
  return {
    progress: done !== undefined && (
      <div className="shrink-0 border-line border-t bg-panel px-3.5 py-1">
        <ProgressRow
          text={t('writing')}
          done={done}
          onCancel={() => {
            running.current?.abort()
            grid.current?.focus()
          }}
        />
      </div>
    ),
    failing: () => void writeLines('failing'),
    acts: () => [
      {
        id: 'download-failing',
        label: t('failing'),
        disabled: workbook.failures.count === 0,
        onSelect: () => writeLines('failing'),
      },
      {
        id: 'download-these',
        label: t('these', { record }),
        disabled: nothing,
        onSelect: () => writeLines(selectedLines(workbook, grid.current, source)),
      },
      { id: 'download-all', label: t('all'), disabled: nothing, onSelect: () => writeLines('all') },
    ],
  }
}

/** Sentences that are cached. */
const MAX_CACHED_SENTENCES = 2000

/** Caches the sentences of failures: 100,000 lines have millions of failures, and few different sentences. */
function onceEach(messageOf: (failure: ListedFailure) => string): (failure: ListedFailure) => string {
  const known = new Map<string, string>()
  return failure => {
    // Explained by the value of its cell, which the key does not have.
    if (isApiError(failure.mark)) return messageOf(failure)
    const { source, code, params, message, field, oneOf, shared, errorCode } = failure.mark
    const about = params === undefined ? '' : JSON.stringify(params)
    const key = [failure.column, source, code, about, message, field, oneOf, shared, errorCode].join('\n')
    const sentence = known.get(key) ?? messageOf(failure)
    if (known.size >= MAX_CACHED_SENTENCES) known.clear()
    known.set(key, sentence)
    return sentence
  }
}
