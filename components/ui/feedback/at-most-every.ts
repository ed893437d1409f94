/** An act that runs at most once in some time, however often it is called. */
interface LimitedAct {
  /** Schedules the act for the end of the time, unless it is scheduled already. */
  call(): void
  /** Cancels the scheduled act. */
  cancel(): void
}

/** Limits how often an act runs. @param ms milliseconds from the first call until it runs */
export function atMostEvery(ms: number, act: () => void): LimitedAct {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        act()
      }, ms)
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
