import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useBusy } from '@/components/ui/use-busy'
import type { WorkbenchActions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { type ColumnCells, carryOver } from '@/lib/sheet/acts/carry-over'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

interface Props {
  to: SheetId
  /** Saves all edits. @returns whether they are on the server */
  flush: () => Promise<boolean>
  /** Carries the stored lines over. @param all with orders that are registered or on their way */
  carry: (all: boolean) => ReturnType<WorkbenchActions['carryOver']>
  onClose: () => void
}

/** Shows what a draft would be in another sheet, before its lines are carried over. */
export function CarryOverDialog({ to, flush, carry, onClose }: Props) {
  const { workbook } = useWorkbench()
  const t = useTranslations('carryOver')
  const sheet = useTranslations('workbench.sheets')(to)
  const router = useRouter()
  const [isAll, setAll] = useState(false)
  const [isBusy, whileBusy] = useBusy()
  const [problem, setProblem] = useState('')
  const { free, all } = useMemo(() => {
    const resultWithout = (left?: (line: string) => boolean) =>
      carryOver(workbook.draft.lines.values(), workbook.sheet, sheets[to], left)
    return { free: resultWithout(line => workbook.isLocked(line)), all: resultWithout() }
  }, [workbook, to])
  const result = isAll ? all : free
  const held = all.records.here - free.records.here
  const { here, there } = result.records

  const act = async () => {
    setProblem('')
    try {
      if (!(await flush())) return setProblem(t('unsaved'))
      const carried = await carry(isAll)
      if (!carried.ok) return setProblem(carried.problem.message)
      router.push(carried.value.path)
      onClose()
    } catch {
      setProblem(t('unsaved'))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={t('title', { sheet })}
      description={
        here > 0 ? t('lead', { orders: here, lines: result.lines.length }) : t(held > 0 ? 'nothing' : 'blank')
      }
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={isBusy || here === 0}
            focusableWhenDisabled
            onClick={() => whileBusy(act)}
          >
            {t(isBusy ? 'acting' : 'act')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {held > 0 && (
          <fieldset className="flex flex-col gap-1">
            <legend className="pb-1 font-medium">{t('which')}</legend>
            <Choice isChosen={!isAll} choose={() => setAll(false)}>
              {t('free', { count: free.records.here })}
            </Choice>
            <Choice isChosen={isAll} choose={() => setAll(true)}>
              {t('all', { count: all.records.here, held })}
            </Choice>
          </fieldset>
        )}
        {here !== there && <Notice tone="warn">{t('joined', { here, there })}</Notice>}
        {here > 0 && result.hidden.length === 0 && <p className="text-ink-2">{t('everything')}</p>}
        <Columns title={t('hidden')} lead={t('hiddenLead')} columns={result.hidden} />
        <Columns title={t('returning')} columns={result.returning} />
        <div role="alert">{problem !== '' && <Notice tone="fail">{problem}</Notice>}</div>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  isChosen: boolean
  choose: () => void
  children: string
}

const Choice = ({ isChosen, choose, children }: ChoiceProps) => (
  <label className="flex gap-2">
    <input type="radio" name="which" checked={isChosen} onChange={choose} className="mt-0.75 accent-accent" />
    <span>{children}</span>
  </label>
)

interface ColumnsProps {
  title: string
  lead?: string
  columns: readonly ColumnCells[]
}

/** Columns, with the number of cells that have a text. */
function Columns({ title, lead, columns }: ColumnsProps) {
  const { words } = useWorkbench()
  const t = useTranslations('carryOver')
  const all = Object.values(sheets).flatMap(sheet => sheet.columns)
  if (columns.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      {lead !== undefined && <p className="text-ink-2">{lead}</p>}
      <ul className="mt-1.5 border-line border-t">
        {columns.map(({ column: id, cells }) => {
          const column = all.find(known => known.id === id)
          return (
            <li key={id} className="flex gap-3 border-line-soft border-b py-1">
              <span className="min-w-0 flex-1 truncate">{column ? words.column(column).name : id}</span>
              <span className="shrink-0 text-ink-2">{t('cells', { count: cells })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
