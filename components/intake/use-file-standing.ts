import { useEffect, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import type { FileStanding } from './file-standing'
import type { Report } from './protocol'
import { StandingCount } from './standing-count'

/** How the lines of a file stand, soon after every change of the sheet; undefined until they were counted first. */
export function useFileStanding(workbook: Workbook, report: Report): FileStanding | undefined {
  const [standing, setStanding] = useState<FileStanding>()
  useEffect(() => {
    const counting = new StandingCount(workbook, report, found =>
      setStanding(before => (before && isSame(before, found) ? before : found)),
    )
    return () => counting.end()
  }, [workbook, report])
  return standing
}

const isSame = (a: FileStanding, b: FileStanding): boolean =>
  a.toReview === b.toReview &&
  a.locked === b.locked &&
  a.there.size === b.there.size &&
  [...a.there].every(place => b.there.has(place)) &&
  a.first?.line === b.first?.line &&
  a.first?.column === b.first?.column
