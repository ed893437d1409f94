import { ROW_HEIGHT } from '@/components/grid/geometry'
import type { LineId, Patch } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'

/** How long a cell that somebody else changed shows it, in milliseconds. */
const FLASH = 1600

/** Does something to the sheet; the lines in view stay where they are on the screen, whatever comes or goes above them. */
export function keepInPlace(workbook: Workbook, work: () => void): void {
  const scroller = document.querySelector('.grid-scroller')
  const at = Math.floor((scroller?.scrollTop ?? 0) / ROW_HEIGHT)
  const before = workbook.visible.slice(at, at + 50)
  work()
  if (!scroller || at === 0) return
  for (const [i, line] of before.entries()) {
    const now = workbook.view.indexOf(line)
    if (now === undefined) continue
    if (now !== at + i) scroller.scrollTop += (now - at - i) * ROW_HEIGHT
    return
  }
}

/** Has the cells of a patch that are on the screen light up for a moment. */
export function flashCells({ changes, inserted }: Patch): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const columns = new Map<LineId, Readonly<Record<string, string>> | undefined>(
    inserted.map(line => [line.id, undefined]),
  )
  for (const { line, after } of changes) columns.set(line, after)
  requestAnimationFrame(() => {
    for (const cell of document.querySelectorAll<HTMLElement>('.grid-cell')) {
      const { line = '', column = '' } = cell.dataset
      if (!columns.has(line)) continue
      const some = columns.get(line)
      if (some && !(column in some)) continue
      const tint = 'color-mix(in srgb, var(--accent) 32%, var(--bg))'
      cell.animate([{ offset: 0, backgroundColor: tint }], { duration: FLASH, easing: 'ease-out' })
    }
  })
}
