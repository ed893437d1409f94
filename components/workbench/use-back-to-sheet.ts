import { useEffect } from 'react'

/** Gives the keyboard back to the sheet, from where the sheet itself is not at hand. */
export const goBackToSheet = (): void => document.querySelector<HTMLElement>('[role=grid]')?.focus()

/** When a control goes and takes the focus with it, as at the end of a run, the keyboard goes back to the sheet. */
export function useBackToSheet(): void {
  useEffect(
    () => () => {
      // A question that closes at the same time gives the focus back first, or fails to.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) goBackToSheet()
      })
    },
    [],
  )
}
