import { useTranslations } from 'use-intl'
import { useWorkbenchTranslations } from './use-workbench-translations'
import { useWorkbench } from './workbench-context'

/** On paper: only the rows and columns on the screen exist as elements, so the page says what it leaves out. */
export function PrintNote() {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const menu = useTranslations('carryOver')
  const download = useTranslations('intake.roundTrip')
  if (workbook.itemCount === 0) return null
  const where = { menu: menu('more'), act: download('all') }
  return (
    <p className="hidden px-3.5 py-2 print:block">{t('printed', { count: workbook.itemCount, ...where })}</p>
  )
}
