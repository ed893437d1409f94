import { useSyncExternalStore } from 'react'
import { useNow } from 'use-intl'
import { MINUTE_MS } from '@/lib/time-units'

/**
 * The present time in milliseconds, renewed each minute while the page is visible. On the server, and while React
 * adopts its markup, it is the time at which the server rendered.
 */
export function usePresentTime(): number {
  const rendered = useNow().getTime()
  return useSyncExternalStore(subscribe, presentTime, () => rendered)
}

// One timer for all times of a page, so that they change together.
const listeners = new Set<() => void>()
let present = 0
let timer: ReturnType<typeof setInterval> | undefined

function presentTime(): number {
  // Without a listener nothing renews it. React calls this twice, and must get the same result.
  if (listeners.size === 0 && Math.abs(Date.now() - present) > 1000) present = Date.now()
  return present
}

function renew(): void {
  present = Date.now()
  for (const listener of listeners) listener()
}

/** A page that is hidden needs no times; once it is visible again they are renewed at once. */
function followVisibility(): void {
  clearInterval(timer)
  timer = undefined
  if (document.hidden) return
  renew()
  timer = setInterval(renew, MINUTE_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    // React adopts markup of the server without asking for the present time first.
    present = Date.now()
    if (!document.hidden) timer = setInterval(renew, MINUTE_MS)
    document.addEventListener('visibilitychange', followVisibility)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', followVisibility)
  }
}
