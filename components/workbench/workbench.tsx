'use client'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import type { GridHandle } from '@/components/grid/handle'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { SavedViews } from '@/lib/desk-api/drafts/column-views'
import { useColumns } from './columns/use-columns'
import { useGoTo } from './find/use-go-to'
import { useLinkedLine } from './find/use-linked-line'
import { useConnection } from './run/use-connection'
import { useGridSource } from './source/use-grid-source'
import { type HeadingNames, useSheetWords } from './source/words/use-sheet-words'
import { useAnnouncer } from './use-announcer'
import { useWorkbook } from './use-workbook'
import { WorkbenchContext } from './workbench-context'
import { WorkbenchScreen } from './workbench-screen'

type ScreenProps = ComponentProps<typeof WorkbenchScreen>

interface Props extends Omit<ScreenProps, 'message' | 'columns' | 'connection'> {
  connections: readonly ConnectionChoice[]
  /** The connection of the draft when the page was loaded. */
  initialConnection: string
  /** The layouts of the columns that the operator keeps. */
  views: SavedViews
  /** What files and screens call each column, in every language, by its id. */
  headingNames: HeadingNames
}

/** The working screen of one draft: opens its workbook and provides it to the parts of the screen. */
export function Workbench({ connections, initialConnection, views, headingNames, ...props }: Props) {
  const { sheetId, isNew, may, opened, first, actions } = props
  const [message, announce] = useAnnouncer()
  const grid = useRef<GridHandle>(null)
  const connection = useConnection(connections, initialConnection)
  const warehouses = connection.chosen?.warehouses
  const isProduction = connection.chosen?.environment === 'production'
  const workbook = useWorkbook({
    sheetId,
    warehouses,
    isProduction,
    isNew,
    first,
    lines: opened.lines,
    isReadOnly: !may.edit,
  })
  // The page may be rendered again, with other objects of the same names.
  const [names] = useState(headingNames)
  const words = useSheetWords(workbook, connection.chosen, names)
  const columns = useColumns(workbook, views, actions.views)
  const source = useGridSource(workbook, columns.view, words, announce, columns.openMenu, may.edit)
  const goTo = useGoTo(workbook, columns.view, words, grid, announce)
  useLinkedLine(sheetId, workbook, goTo)
  const context = useMemo(
    () => ({ workbook, source, words, grid, announce, goTo }),
    [workbook, source, words, announce, goTo],
  )
  return (
    <WorkbenchContext value={context}>
      <WorkbenchScreen {...props} message={message} columns={columns} connection={connection} />
    </WorkbenchContext>
  )
}
