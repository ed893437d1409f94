import type { ReactNode } from 'react'
import type { MessageKeys, NestedKeyOf } from 'use-intl/core'
import type { ColumnHelp, ColumnWords, Gutter, MarkSentence } from '@/components/grid/source'
import type { Origin } from '@/lib/import/recipe/values/origins'
import type { NamedCodes } from '@/lib/sheet/acts/paste'
import type { ColumnNames } from '@/lib/sheet/acts/paste-header'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { Column } from '@/lib/sheet/schema/columns'
import type { MarkPlace } from '@/lib/sheet/workbook/api-error'
import type { LineView } from '@/lib/sheet/workbook/line-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { Messages } from '@/lib/words/messages'

/** The texts of a sheet in the operator's language. */
export interface SheetWords {
  /** The language of the operator, a BCP 47 tag. */
  readonly language: string
  column(column: Column): ColumnWords
  /** The names by which screens and files call a column, in every language. */
  readonly headingNames: ColumnNames
  /** The sentence of a mark; `at`: where it is, so that an error of the service is explained by its value. */
  sentence(mark: Mark, at?: MarkPlace): string
  /** The sentences of several marks of a cell, or of a line; marks with the same sentence are one. */
  sentences(marks: readonly Mark[], at: MarkPlace): readonly MarkSentence[]
  /** The message of the service that a sentence explains; undefined for a sentence of the desk. */
  original(mark: Mark): string | undefined
  /** An explanation together with the message that it explains. */
  withOriginal(explanation: string, message: string): string
  /**
   * 'blank': a line without texts; 'awaited': the outcome of its order has not been read yet; 'warning': its order has
   * warnings.
   */
  sign(sign: Gutter['sign'] | 'blank' | 'awaited' | 'warning'): string
  tip(line: LineView, column: Column, marks: readonly Mark[]): ReactNode
  /** The sentence about where a text came from that the operator did not type. */
  origin(origin: Origin): string
  readonly help: ColumnHelp
  /** The sentence about pasted names that became codes. */
  becameCodes(named: NamedCodes): string
  /** A sentence of `workbench.announced`. */
  message(key: AnnouncementKey, values?: Record<string, string | number>): string
}

type Announcements = Messages['workbench']['announced']

/** A key of `workbench.announced` in lib/words. */
export type AnnouncementKey = MessageKeys<Announcements, NestedKeyOf<Announcements>>

/** Finds the name of a column of a workbook; an unknown column is named by its id. */
export const columnNames =
  (workbook: Workbook, words: SheetWords) =>
  (id: string): string => {
    const column = workbook.column(id)
    return column ? words.column(column).name : id
  }
