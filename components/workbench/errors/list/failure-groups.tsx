import { useEffect, useState } from 'react'
import { afterPaint } from '@/components/workbench/tasks/schedule-task'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { FailureGroup, FailureIndex } from '@/lib/sheet/judge/failures/failure-index'
import { failureCell } from '@/lib/sheet/judge/failures/next-failure'
import { failureGroupKey } from '@/lib/sheet/judge/failures/order-failures'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { FailureGroupSection, type GroupActions } from './failure-group'

/** Groups that are rendered before each paint: thirty of them would be a long task. */
const GROUPS_PER_PAINT = 4

/** What the lists of errors and of warnings take to render their groups. */
export interface GroupListProps {
  /** The same object until one of its members changes. */
  acts: GroupActions
  /** Changes with the order of the lines on the screen. */
  lines: unknown
  /** The key of the group that the sheet is filtered by. */
  filteredGroup: string | null
  at: CellAddress | null
}

interface Props extends GroupListProps {
  listed: FailureIndex
  /** Groups that are rendered at first, and that "more" adds. */
  pageSize: number
  /** How many entries a group shows at first. */
  first: (position: number) => number
  isFolded?: (group: FailureGroup) => boolean
  /** The text of the button that renders more groups. */
  more: (count: number) => string
}

/** Errors or warnings of the sheet, grouped by what is wrong, the most frequent first. */
export function FailureGroups(props: Props) {
  const { listed, acts, lines, filteredGroup, at, pageSize, first, isFolded, more } = props
  const { workbook } = useWorkbench()
  const [limit, setLimit] = useState(pageSize)
  const shown = Math.max(limit, pageSize)
  const here = keysAt(workbook, listed, at)
  const drawn = useGradually(Math.min(shown, listed.groups.length))
  const hidden = listed.groups.length - shown
  return (
    <>
      {listed.groups.slice(0, drawn).map((group, i) => (
        <FailureGroupSection
          key={group.key}
          group={group}
          version={group.version}
          lines={lines}
          acts={acts}
          at={here.has(group.key) ? (at ?? undefined) : undefined}
          isFilter={filteredGroup === group.key}
          first={first(i)}
          isFolded={isFolded?.(group)}
        />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => setLimit(shown + pageSize)}
          className="border-line border-t px-3.5 py-2 text-left text-accent text-xs hover:underline"
        >
          {more(hidden)}
        </button>
      )}
    </>
  )
}

/**
 * How many of so many groups to render: a few, and after each paint some more; again a few when the list got shorter.
 */
function useGradually(count: number): number {
  const [drawn, setDrawn] = useState(GROUPS_PER_PAINT)
  const most = Math.max(GROUPS_PER_PAINT, count)
  if (drawn > most) setDrawn(most)
  useEffect(
    () => (drawn < count ? afterPaint(() => setDrawn(drawn + GROUPS_PER_PAINT)) : undefined),
    [drawn, count],
  )
  return Math.min(drawn, count)
}

/** Keys of the groups with a failure, or a warning, in the active cell. */
function keysAt(workbook: Workbook, listed: FailureIndex, at: CellAddress | null): ReadonlySet<string> {
  const firstLine = at ? workbook.index.orderOf(at.line)?.firstLine : undefined
  if (!at || firstLine === undefined) return new Set()
  const here = listed.of(firstLine).filter(failure => {
    const { line, column } = failureCell(failure, workbook.sheet.key)
    return line === at.line && column === at.column
  })
  return new Set(here.map(failureGroupKey))
}
