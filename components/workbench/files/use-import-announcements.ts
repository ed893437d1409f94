import { useContext } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { IncludedOrders } from '@/components/import/controller/lines/include-skipped'
import type { RemovableRows } from '@/components/import/controller/lines/skipped-rows'
import type { Summary } from '@/components/import/controller/state/state'
import { isPastedBlock } from '@/components/import/entry/use-export-paste'
import {
  fileWarnings,
  hiddenOnArrival,
  recipeName,
  skippedOnArrival,
} from '@/components/import/summary/sentences'
import { useTimeLocale } from '@/components/ui/text/time'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { joinClauses } from '@/lib/words/sentences/join'
import { timeText } from '@/lib/words/time/time-text'
import { fittingName, isNamedByDay, sourceName } from './draft-names'

const removedMessages: Partial<
  Record<RemovableRows, 'announced.claimTakenOut' | 'announced.hiddenTakenOut'>
> = {
  claim: 'announced.claimTakenOut',
  hidden: 'announced.hiddenTakenOut',
}

/** What is announced of imports. Each function also moves the operator to the rows, or back to the sheet. */
interface ImportAnnouncements {
  /** A file was imported. A draft that is still named by its day gets the name of the file's source. */
  imported(summary: Summary, isAgain: boolean): void
  /** Rows of a file were removed. @param locked how many stay, because their orders are registered */
  removed(name: string, rows: RemovableRows, count: number, locked: number): void
  /** Skipped orders of a file were imported after all. */
  included(name: string, orders: IncludedOrders): void
}

/** Announces what imports did to the sheet. */
export function useImportAnnouncements(draft: {
  readonly name: string
  rename(name: string): void
}): ImportAnnouncements {
  const { workbook, grid, goTo, announce } = useWorkbench()
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  const times = useTimeLocale()
  const record = useContext(RecordTypeContext)
  const nameAfter = ({ orders, mapping, name }: Summary['report']) => {
    const source = sourceName(mapping.recipe, name)
    const date = timeText(Date.now(), 'dayWithoutYear', times, Date.now())
    draft.rename(fittingName(t('draftName', { source, date, record, count: orders })))
  }
  return {
    imported: ({ report, result }, isAgain) => {
      if (result.firstLine !== undefined) goTo({ line: result.firstLine, column: workbook.sheet.key })
      const { orders, mapping, name } = report
      if (!isAgain && !isPastedBlock(name) && isNamedByDay(draft.name)) nameAfter(report)
      const message = isAgain
        ? t('announced.again', { record, orders, name })
        : t('announced.imported', { record, orders, name, recipe: recipeName(mapping.recipe, t) })
      const more = isAgain
        ? ''
        : joinClauses(locale, [
            skippedOnArrival(t, locale, record, report.skippedOrders),
            ...fileWarnings(t, locale, report),
            hiddenOnArrival(t, report),
          ])
      announce(more === '' ? message : t('announced.withSkipped', { imported: message, skipped: more }))
    },
    removed: (name, rows, count, locked) => {
      announce(t(removedMessages[rows] ?? 'announced.takenOut', { orders: count, locked, name }))
      grid.current?.focus()
    },
    included: (name, { orders, firstLine }) => {
      announce(t('announced.afterAll', { orders, name, record }))
      if (firstLine !== undefined) goTo({ line: firstLine, column: workbook.sheet.key })
      grid.current?.focus()
    },
  }
}
