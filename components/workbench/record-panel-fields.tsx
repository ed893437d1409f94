import { Fragment } from 'react'
import { classes } from '@/components/ui/classes'
import type { CellAddress } from '@/lib/sheet/draft'
import { imagesIn, isImage, type RecordField } from '@/lib/sheet/record-view'
import type { SheetWords } from './grid-source'
import { PanelField } from './record-panel-field'
import { Images } from './record-panel-images'
import type { PanelOrigins } from './use-panel-origins'
import type { Typing } from './use-record-form'

/** What every part of the form needs to show fields. */
export interface FieldsContext {
  words: SheetWords
  typing: Typing
  /** Where the operator stands in the sheet. */
  at: CellAddress | null
  /** Where texts that nobody typed came from. */
  origins: PanelOrigins
  /** Addresses of images that somebody asked to see. */
  asked: ReadonlySet<string>
}

interface Props {
  fields: readonly RecordField[]
  context: FieldsContext
  /** Two, unless told. */
  columns?: 1 | 2
}

/** Fields in columns; those that hold images have them below, once they were asked for. */
export function Fields({ fields, context, columns = 2 }: Props) {
  const { words, typing, at, origins, asked } = context
  return (
    <div className={classes('grid gap-x-2.5 gap-y-2', columns === 2 && 'grid-cols-2')}>
      {fields.map(({ name, column, cell, text, marks, locked }) => {
        const origin = origins.of(cell)
        return (
          <Fragment key={name}>
            <PanelField
              name={name}
              column={column}
              line={cell.line}
              marks={marks}
              locked={locked}
              label={words.column(column).label}
              words={words}
              typing={typing}
              origin={origin && words.origin(origin)}
              accept={origin?.review && !locked ? origins.accept : undefined}
              isHere={at?.column === column.id && (column.scope === 'record' || at.line === cell.line)}
            />
            {isImage(column) && (
              <Images
                addresses={[...new Set(imagesIn(text))].filter(address => asked.has(address))}
                label={words.column(column).name}
              />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}
