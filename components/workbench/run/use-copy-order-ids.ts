import { useTranslations } from 'use-intl'
import { copyText } from '@/components/ui/copy-text'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { formatTsv } from '@/lib/sheet/codecs/tsv'

/**
 * Copies the numbers and ids of all registered orders of the sheet, one order per row, for a console or a spreadsheet.
 * `acts` is the same for a menu; products have no ids.
 */
export function useCopyOrderIds(): { copy(): Promise<void>; acts(): readonly MenuAct[] } {
  const { workbook, announce } = useWorkbench()
  const t = useTranslations('workbench.result')
  const { idColumn, key } = workbook.sheet
  const copy = async () => {
    const rows = workbook.firstLines().flatMap(line => {
      const id = idColumn ? workbook.text({ line, column: idColumn.id }) : ''
      return id === '' ? [] : [[workbook.text({ line, column: key }), id]]
    })
    // An order that was found without its id has none to copy: the clipboard then keeps what it has.
    const isCopied = rows.length === 0 || (await copyText(formatTsv(rows)))
    announce(isCopied ? t('copied', { count: rows.length }) : t('copyFailed'))
  }
  return {
    copy,
    acts: () =>
      idColumn
        ? [{ id: 'copy-ids', label: t('copy'), disabled: workbook.count('registered') === 0, onSelect: copy }]
        : [],
  }
}
