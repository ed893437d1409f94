import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { handedOver } from './hand-over'
import { Intake } from './intake'
import type { IntakeDesk } from './intake-desk'
import { openFile } from './open-file'
import { fetchOriginal } from './reopen'

/** How files come into a sheet, and what draws it anew when something happens with one. */
export function useIntake(desk: Omit<IntakeDesk, 'open' | 'original'>): Intake {
  const current = useRef(desk)
  current.current = desk
  const { workbook, sheet, newId } = desk
  const intake = useMemo(
    () =>
      new Intake({
        workbook,
        sheet,
        newId,
        remembered: () => current.current.remembered(),
        draftId: () => current.current.draftId(),
        commit: () => current.current.commit(),
        onBrought: (summary, isAgain) => current.current.onBrought(summary, isAgain),
        onAfterAll: (name, brought) => current.current.onAfterAll(name, brought),
        onTakenOut: (name, what, count, locked) => current.current.onTakenOut(name, what, count, locked),
        onSettled: () => current.current.onSettled(),
        original: (id, name) => fetchOriginal(current.current.draftId(), id, name),
        open: (id, file, remembered, onProgress) => openFile(id, file, sheet, remembered, onProgress),
      }),
    [workbook, sheet, newId],
  )
  useSyncExternalStore(
    intake.subscribe,
    () => intake.version,
    () => 0,
  )
  useEffect(() => {
    // A page that React mounts twice, as it does in development, takes them once.
    const timer = setTimeout(() => {
      const files = handedOver(sheet)
      if (files.length > 0) intake.take(files)
    }, 0)
    const stop = workbook.subscribe(() => void intake.follow())
    return () => {
      clearTimeout(timer)
      stop()
      intake.close()
    }
  }, [intake, sheet, workbook])
  return intake
}
