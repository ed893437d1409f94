import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import type { Gutter } from '@/components/grid/source'
import type { PaintedLine } from './cell'

/** A line as its row paints it. */
export interface PaintedRow extends Omit<PaintedLine, 'part'> {
  /** Position among the lines on the screen, from 0. */
  readonly index: number
  readonly columns: readonly PlacedColumn[]
  /** The row's part of the selection, as `rowKey` writes it. */
  readonly part: string
  readonly gutter: Gutter
}
