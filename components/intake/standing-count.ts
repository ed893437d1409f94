import type { Workbook } from '@/lib/sheet/workbook'
import { placesOf } from './aside-places'
import { type FileStanding, fileStanding } from './file-standing'
import type { Report } from './protocol'

/** Who types is not counted after at every key, in milliseconds. */
const PAUSE = 200

/**
 * Counts how the lines of a file stand, soon after every edit and every answer. All lines are looked at for it, so it
 * is not done while a large change comes, nor because orders are judged.
 */
export class StandingCount {
  private counted: number | undefined
  private isOver = false
  private isCounting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly stop: () => void

  constructor(
    private readonly workbook: Workbook,
    private readonly report: Pick<Report, 'id' | 'aside' | 'unseen'>,
    private readonly onCounted: (found: FileStanding) => void,
    private readonly pause = PAUSE,
  ) {
    this.stop = workbook.subscribe(() => this.soon())
    this.soon()
  }

  end(): void {
    this.isOver = true
    this.stop()
    clearTimeout(this.timer)
  }

  private soon(): void {
    if (this.isOver || this.isCounting || this.counted === this.workbook.edition) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.count(), this.pause)
  }

  private async count(): Promise<void> {
    if (this.workbook.isComing) return this.soon()
    this.isCounting = true
    const { edition } = this.workbook
    const { id, aside, unseen } = this.report
    const places = new Set([...placesOf(aside), ...unseen])
    const found = await fileStanding(this.workbook, id, places, () => this.isOver)
    this.isCounting = false
    if (this.isOver || !found) return
    this.counted = edition
    this.onCounted(found)
    this.soon()
  }
}
