import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { handedOver } from './hand-over'
import { Intake, type IntakeDesk } from './intake'
import { openFile } from './open-file'

/** How files come into a sheet, and what draws it anew when something happens with one. */
export function useIntake(desk: Omit<IntakeDesk, 'open'>): Intake {
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
    return () => {
      clearTimeout(timer)
      intake.close()
    }
  }, [intake, sheet])
  return intake
}
