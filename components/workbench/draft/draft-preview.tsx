import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { GridPreview } from '@/components/grid/grid-preview'
import { newestViews, openingLayout } from '@/components/workbench/columns/saved-layout-memory'
import { createGridSource } from '@/components/workbench/source/grid-source'
import { judgeBeforePaint } from '@/components/workbench/source/start-judging'
import { useSheetWords } from '@/components/workbench/source/words/use-sheet-words'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { SavedViews } from '@/lib/desk-api/drafts/column-views'
import type { DraftPreview as Preview } from '@/lib/desk-api/drafts/draft-preview'
import { warehouseIds } from '@/lib/sheet/judge/warnings/warehouses'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { ColumnView, relevantColumns } from '@/lib/sheet/view/columns/column-view'
import { Workbook } from '@/lib/sheet/workbook/workbook'

interface Props {
  sheetId: SheetId
  preview: Preview
  /** The layouts of the columns that the operator keeps. */
  views: SavedViews
  connection: ConnectionChoice | undefined
}

const nothing = () => undefined

/**
 * The first lines of a draft with the ids and errors of their orders, in the operator's columns. Errors that depend on
 * other lines, such as repeated numbers, come with those lines.
 */
export function DraftPreview({ sheetId, preview, views, connection }: Props) {
  const t = useTranslations('workbench')
  const workbook = useMemo(() => {
    const { lines, outcomes } = preview
    const opened = new Workbook(sheets[sheetId], lines, { outcomes, isAll: true })
    opened.serverFacts.setWarehouses(warehouseIds(connection?.warehouses ?? []))
    opened.serverFacts.setProduction(connection?.environment === 'production')
    judgeBeforePaint(opened)
    return opened
  }, [sheetId, preview, connection])
  const words = useSheetWords(workbook, connection)
  const source = useMemo(() => {
    const { sheet, draft, idColumn } = workbook
    const layout = openingLayout(newestViews(sheetId, views))
    const findRelevant = () => relevantColumns(sheet.columns, draft.lines.values(), [])
    const view = new ColumnView(sheet, layout, findRelevant, idColumn)
    return createGridSource(workbook, view, words, nothing, nothing)
  }, [workbook, words, sheetId, views])
  return <GridPreview source={source} label={t(`sheets.${sheetId}`)} lineCount={preview.lineCount} />
}
