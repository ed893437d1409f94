import { type Arrangement, isSameSort } from '@/lib/sheet/view/arrangement'
import type { View } from '@/lib/sheet/view/view'
import type { ScheduleTask } from '@/lib/sheet/workbook/judging/judge-queue'

/** Sorting more lines begins after the paint of the click: 30,000 lines take about a tenth of a second. */
const MAX_LINES_SORTED_AT_ONCE = 5000

interface Deps {
  /** Called when the lines or the arrangement of the view have changed. */
  readonly changed: () => void
  readonly scheduleTask: ScheduleTask
}

/** Arranges a view: few lines at once, many after the next paint, so that the click is shown first. */
export class DeferredArranging {
  /** Called once the waiting lines are sorted. */
  private onSorted: (() => void) | undefined

  constructor(
    private readonly view: View,
    private readonly deps: Deps,
  ) {}

  arrange(arrangement: Arrangement): void {
    const isSorted = isSameSort(this.view.arrangement.sort, arrangement.sort)
    const { onSorted } = this
    this.onSorted = undefined
    this.view.arrange(arrangement)
    this.deps.changed()
    if (isSorted) onSorted?.()
  }

  /**
   * Arranges many lines after the next paint: until then the view `isArranging`.
   * @param onSorted called once the lines are sorted, unless they are sorted otherwise before
   */
  arrangeSoon(arrangement: Arrangement, onSorted: () => void = () => {}): void {
    // Without a sort, the lines have the order of the draft already.
    if (arrangement.sort === null || this.view.lines.length <= MAX_LINES_SORTED_AT_ONCE) {
      this.arrange(arrangement)
      onSorted()
      return
    }
    this.view.arrangeLater(arrangement)
    this.onSorted = onSorted
    this.deps.changed()
    this.deps.scheduleTask(this.finish, 'after paint')
  }

  /** Arranges waiting lines now. */
  readonly finish = (): void => {
    if (this.view.isArranging) this.arrange(this.view.arrangement)
  }
}
