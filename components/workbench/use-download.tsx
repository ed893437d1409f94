import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { Intake } from '@/components/intake/intake'
import { ProgressRow } from '@/components/intake/progress'
import { saveAs, writeOut } from '@/components/intake/return-download'
import type { Which } from '@/components/intake/return-lines'
import type { MenuAct } from '@/components/ui/menu'
import type { ListedFailure } from '@/lib/sheet/order-failures'
import type { Workbook } from '@/lib/sheet/workbook'
import { chosenLines } from './chosen-lines'
import { titleOf } from './failure-words'
import type { SheetWords } from './grid-source'
import { useSay } from './use-say'

interface About {
  readonly workbook: Workbook
  readonly grid: RefObject<GridHandle | null>
  readonly source: GridSource
  readonly words: SheetWords
  readonly draft: { readonly draftId: string; readonly name: string }
  readonly intake: Intake
  readonly mayReadFiles: boolean
  readonly announce: (sentence: string) => void
}

/** How lines go out, and what is seen of it meanwhile. */
interface Download {
  readonly acts: () => readonly MenuAct[]
  readonly failing: () => void
  readonly progress: ReactNode
}

/** Lines go out as a workbook that is corrected in another program and dropped here again. */
export function useDownload(about: About): Download {
  const { workbook, grid, source, words, draft, intake, mayReadFiles, announce } = about
  const t = useTranslations('intake.return')
  const say = useSay()
  const record = workbook.sheet.noun
  const under = useRef<AbortController>(undefined)
  /** How far it is, once that took long enough to be told. */
  const [done, setDone] = useState<number>()

  const download = async (which: Which) => {
    if (under.current) return announce(t('busy'))
    const off = new AbortController()
    under.current = off
    grid.current?.commit()
    announce(t('writing'))
    const said = onceEach(
      failure => `${titleOf(failure, workbook, words, say)}: ${words.sentence(failure.mark)}`,
    )
    try {
      const went = await writeOut(
        {
          workbook,
          intake,
          draftId: draft.draftId,
          mayReadFiles,
          message: failure => {
            const position = failure.mark.position ?? workbook.outcomeOf(failure.line)?.position
            const sent = position === undefined ? '' : ` (${t('where.position', { position })})`
            return `${said(failure)}${sent}`
          },
        },
        which,
        { draftName: draft.name, language: 'en', name: t('sheet') },
        { onProgress: setDone, signal: off.signal },
      )
      if (!went) return announce(t('calledOff'))
      const { file, isShop, orders } = went
      if (orders === 0) return announce(t('nothing', { record }))
      if (!file) return announce(t(isShop ? 'unreachable' : 'notWritten'))
      const name = t('file', { draft: draft.name })
      saveAs(name, file)
      announce(t(isShop ? 'wroteShop' : 'wroteOwn', { record, orders, name }))
    } finally {
      under.current = undefined
      setDone(undefined)
    }
  }

  const latest = useRef(download)
  useEffect(() => {
    latest.current = download
  })
  useEffect(() => () => under.current?.abort(), [])
  const nothing = workbook.orderCount === 0
  return {
    // The same function always: the failure list is drawn anew only when something in it changed.
    progress: done !== undefined && (
      <div className="shrink-0 border-line border-t bg-panel px-3.5 py-1">
        <ProgressRow
          says={t('writing')}
          done={done}
          onCancel={() => {
            under.current?.abort()
            grid.current?.focus()
          }}
        />
      </div>
    ),
    failing: useCallback(() => latest.current('failing'), []),
    acts: () => [
      {
        id: 'download-failing',
        label: t('failing'),
        disabled: workbook.failures.count === 0,
        onSelect: () => download('failing'),
      },
      {
        id: 'download-these',
        label: t('these', { record }),
        disabled: nothing,
        onSelect: () => download(chosenLines(workbook, grid.current, source)),
      },
      { id: 'download-all', label: t('all'), disabled: nothing, onSelect: () => download('all') },
    ],
  }
}

/** Sentences that are remembered. */
const KEPT = 2000

/** What failures say, found out once for those that say the same: 100,000 lines have millions of them. */
function onceEach(say: (failure: ListedFailure) => string): (failure: ListedFailure) => string {
  const known = new Map<string, string>()
  return failure => {
    const { source, code, params, message, field, oneOf, shared, errorCode } = failure.mark
    const about = params === undefined ? '' : JSON.stringify(params)
    const key = [failure.column, source, code, about, message, field, oneOf, shared, errorCode].join('\n')
    const said = known.get(key) ?? say(failure)
    if (known.size >= KEPT) known.clear()
    known.set(key, said)
    return said
  }
}
