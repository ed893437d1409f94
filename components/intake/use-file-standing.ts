import { useEffect, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import { type FileStanding, fileStanding } from './file-standing'

/** Who types is not counted after at every key, in milliseconds. */
const PAUSE = 200

/** How the lines of a file stand, soon after every change of the sheet; undefined until they were counted first. */
export function useFileStanding(workbook: Workbook, file: string): FileStanding | undefined {
  const [standing, setStanding] = useState<FileStanding>()
  useEffect(() => {
    let isOver = false
    let isCounting = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = async () => {
      isCounting = true
      const version = workbook.version
      const found = await fileStanding(workbook, file, () => isOver)
      isCounting = false
      if (isOver || !found) return
      setStanding(before => (before && isSame(before, found) ? before : found))
      if (workbook.version !== version) wait()
    }
    const wait = () => {
      if (isCounting) return
      clearTimeout(timer)
      timer = setTimeout(count, PAUSE)
    }
    const stop = workbook.subscribe(wait)
    wait()
    return () => {
      isOver = true
      stop()
      clearTimeout(timer)
    }
  }, [workbook, file])
  return standing
}

const isSame = (a: FileStanding, b: FileStanding): boolean =>
  a.toReview === b.toReview &&
  a.locked === b.locked &&
  a.first?.line === b.first?.line &&
  a.first?.column === b.first?.column
