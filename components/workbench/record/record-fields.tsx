import { Fragment } from 'react'
import { classes } from '@/components/ui/classes'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { imagesIn, isImage } from '@/lib/sheet/schema/links'
import type { RecordField } from '@/lib/sheet/workbook/record-view'
import { CellField } from './record-field'
import { Images } from './record-images'
import type { Typing } from './use-record-form'
import type { RecordOrigins } from './use-record-origins'

/** What all parts of the panel need to show fields. */
export interface FieldsContext {
  typing: Typing
  /** The active cell. */
  at: CellAddress | null
  /** Where texts came from that the operator did not type. */
  origins: RecordOrigins
  /** Addresses of images that the operator asked to see. */
  shownImages: ReadonlySet<string>
}

interface Props {
  fields: readonly RecordField[]
  context: FieldsContext
  /** The number of columns; 2 by default. */
  columns?: 1 | 2
}

/** Fields in columns, with the images of image fields below them once they were asked for. */
export function RecordFields({ fields, context, columns = 2 }: Props) {
  const { workbook, words } = useWorkbench()
  const { typing, at, origins, shownImages } = context
  return (
    <div className={classes('grid gap-x-2.5 gap-y-2', columns === 2 && 'grid-cols-2')}>
      {fields.map(({ name, column, cell, text, marks, isLocked: locked }) => {
        const origin = origins.of(cell)
        return (
          <Fragment key={name}>
            <CellField
              name={name}
              column={column}
              line={cell.line}
              marks={marks}
              locked={locked}
              label={words.column(column).label}
              typing={typing}
              origin={origin && words.origin(origin)}
              accept={origin?.review && !locked ? origins.accept : undefined}
              limit={workbook.limitOf(cell.line, column)}
              isHere={at?.column === column.id && (column.scope === 'record' || at.line === cell.line)}
            />
            {isImage(column) && (
              <Images
                addresses={[...new Set(imagesIn(text))].filter(address => shownImages.has(address))}
                label={words.column(column).name}
              />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}
