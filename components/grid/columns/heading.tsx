import { memo, type PointerEvent } from 'react'
import type { useTranslations } from 'use-intl'
import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import type { GridSource } from '@/components/grid/source'
import { HeadingIcon } from './heading-icon'
import type { ResizeHandlers } from './use-resize'

/** A narrower heading has one button, so that its middle stays free for selecting the column; in CSS pixels. */
const MIN_WIDTH_FOR_TWO_BUTTONS = 120

/** Pointer handlers of a heading. The same object while the sheet is open. */
export interface HeadingHandlers {
  readonly resize: ResizeHandlers
  /** A pointer press, which may become a drag. */
  onGrab(event: PointerEvent<HTMLElement>, column: PlacedColumn): void
  /** Makes a column as wide as its texts. */
  onFit(column: string): void
}

interface Props {
  /** Translations, looked up once for all headings. */
  t: ReturnType<typeof useTranslations<'grid'>>
  tMenu: ReturnType<typeof useTranslations<'columnsMenu'>>
  column: PlacedColumn
  source: GridSource
  /** Null where the sheet is not sorted by this column. */
  descending: boolean | null
  /** Selected as a whole, so that it can be dragged elsewhere. */
  isChosen: boolean
  /** Hidden columns are before it. */
  isAfterGap: boolean
  /** A hidden column that is shown temporarily. */
  isRevealed: boolean
  /** Whether its buttons and its edge, which show only under the pointer, are rendered. */
  isSettled: boolean
  handlers: HeadingHandlers
}

/** The heading of a column: its name, sorting, menu, and the edge that resizes it. */
export const Heading = memo(function Heading({
  t,
  tMenu,
  column,
  source,
  descending,
  isChosen,
  isAfterGap,
  isRevealed,
  isSettled,
  handlers,
}: Props) {
  const here = source.columns()[column.index]
  const { resize, onGrab, onFit } = handlers
  if (!here) return null
  const { label, name } = source.words(here)
  const next = descending === null ? false : descending ? null : true
  const arrow = descending === null ? 'arrow-up-down' : descending ? 'arrow-down' : 'arrow-up'
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      aria-label={name}
      aria-required={here.required || undefined}
      aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}
      className="grid-heading"
      data-heading={here.id}
      data-pinned={column.pinned || undefined}
      data-chosen={isChosen || undefined}
      data-gap={isAfterGap || undefined}
      data-revealed={isRevealed || undefined}
      style={{ left: column.left, width: column.width }}
      onPointerDown={event => onGrab(event, column)}
      title={isRevealed ? tMenu('revealed', { column: name }) : name}
    >
      <span>{label}</span>
      {here.required && <sup aria-hidden="true">*</sup>}
      {isSettled && (
        <>
          {/* The buttons are not in the tab order: keys do the same to the column of the active cell. */}
          <span className="grid-heading-buttons">
            {(column.width >= MIN_WIDTH_FOR_TWO_BUTTONS || descending !== null) && (
              <button
                type="button"
                tabIndex={-1}
                data-sorted={descending !== null || undefined}
                aria-label={t('sortBy', { column: name })}
                aria-keyshortcuts="Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
                title={t('sortKeys', { column: name })}
                onClick={() => source.sortBy(here.id, next)}
              >
                <HeadingIcon name={arrow} />
              </button>
            )}
            <button
              type="button"
              tabIndex={-1}
              aria-haspopup="menu"
              aria-label={tMenu('open', { column: name })}
              aria-keyshortcuts="Alt+Shift+Enter"
              title={tMenu('openKeys', { column: name })}
              onClick={event => source.layout.openMenu(here.id, event.currentTarget)}
            >
              <HeadingIcon name="chevron-down" />
            </button>
          </span>
          <div
            role="separator"
            aria-orientation="vertical"
            aria-label={tMenu('width', { column: name })}
            aria-valuenow={column.width}
            aria-valuemin={40}
            aria-valuemax={800}
            className="grid-edge"
            title={tMenu('widthKeys')}
            onPointerDown={event => resize.onDown(event, here.id, column.width)}
            onPointerMove={resize.onMove}
            onPointerUp={resize.onUp}
            onPointerCancel={resize.onCancel}
            onDoubleClick={() => onFit(here.id)}
          />
        </>
      )}
    </div>
  )
})
