import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { CellAddress } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import { type LostCell, lostCells, putBack } from './lost-cells'
import type { Told } from './together'
import { useNames } from './use-names'

interface Props {
  workbook: Workbook
  words: SheetWords
  told: readonly Told[]
  goTo: (cell: CellAddress) => void
  announce: (sentence: string) => void
  /** The operator knows. */
  onDone: () => void
}

/** So many cells are named; the others are counted. */
const NAMED = 2

/** Tells whose texts somebody wrote over, and what can be done. It takes room below the sheet, where nothing moves. */
export function Overwritten({ workbook, words, told, goTo, announce, onDone }: Props) {
  const t = useTranslations('together.told')
  const nameOf = useNames()
  if (told.length === 0) return null
  const names = (some: readonly Told[]) => [...new Set(some.map(({ by }) => nameOf(by)))].join(', ')
  const of = (kind: Told['kind']) => told.filter(one => one.kind === kind)
  const cells = lostCells(workbook, told)
  const place = ({ line, column, text }: LostCell) => {
    const known = workbook.column(column)
    return t('place', {
      text: text === '' ? t('blank') : t('quoted', { text: text.slice(0, 40) }),
      column: known ? words.column(known).name : column,
      line: (workbook.index.positionOf(line) ?? 0) + 1,
    })
  }
  const places = [
    ...cells.slice(0, NAMED).map(place),
    ...(cells.length > NAMED ? [t('more', { count: cells.length - NAMED })] : []),
  ].join('; ')
  const said = [
    cells.length > 0 && t('replaced', { count: cells.length, names: names(of('replaced')), places }),
    of('revived').length > 0 && t('revived', { count: of('revived').length, names: names(of('revived')) }),
    of('kept').length > 0 && t('kept', { count: of('kept').length, names: names(of('kept')) }),
  ].filter(sentence => sentence !== false)
  if (said.length === 0) return null
  const [first] = [...cells, ...told.map(({ line }) => ({ line, column: workbook.sheet.key }))]
  return (
    <div role="alert" className="shrink-0 border-line border-t px-3.5 py-2">
      <Notice tone="warn">
        <div className="-my-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 flex-1 basis-80">{said.join(' ')}</p>
          {first && (
            <Button size="small" onClick={() => goTo({ line: first.line, column: first.column })}>
              {t('show')}
            </Button>
          )}
          {cells.length > 0 && (
            <Button
              size="small"
              onClick={() => {
                announce(t('putBackDone', { count: putBack(workbook, cells) }))
                onDone()
              }}
            >
              {t('putBack')}
            </Button>
          )}
          <Button size="small" onClick={onDone}>
            {t('leave')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
