import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that calls the newest `callback`, and is the same function in every render: for props of memoized
 * components, which would render again with each new one. Not to be called while rendering.
 */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...args) => newest.current(...args), [])
}
