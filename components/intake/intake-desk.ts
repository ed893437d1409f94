import type { Recipe } from '@/lib/intake/recipe'
import type { LineId } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import type { AfterAll } from './bring-after-all'
import type { OpenFile } from './open-file'
import type { Summary } from './readings'
import type { TakenOut } from './take-out'

/** What files need of the screen around them. */
export interface IntakeDesk {
  readonly workbook: Workbook
  readonly sheet: SheetId
  readonly newId: () => LineId
  /** What operators mapped before. */
  remembered(): Promise<readonly Recipe[]>
  draftId(): string
  /** Ends the typing in a cell. */
  commit(): void
  /** A file was brought in. @param isAgain it was read another way */
  onBrought(summary: Summary, isAgain: boolean): void
  /** What a file had set aside was brought in after all. */
  onAfterAll(name: string, brought: AfterAll): void
  /**
   * Orders that the shop has in a state, or rows that the file hides, were taken out of the sheet.
   * @param locked lines of them that had to stay
   */
  onTakenOut(name: string, what: TakenOut, count: number, locked: number): void
  /** The lines of a file are again what an earlier reading made of them. */
  onSettled(): void
  /** The original of a file as it is kept beside the draft; undefined where it cannot be had now. */
  original(id: string, name: string): Promise<File | undefined>
  open(
    id: string,
    file: File,
    remembered: Promise<readonly Recipe[]>,
    onProgress: (done: number) => void,
  ): OpenFile
}
