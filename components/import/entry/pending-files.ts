// A URL cannot carry a file: the draft at the address takes it from here.
let waiting: { readonly address: string; readonly files: readonly File[] } | undefined

const listeners = new Set<() => void>()

/**
 * Hands files to the draft at an address, such as `/orders/japan/new`.
 * @param open opens the address; not called where its draft is open in this tab and takes the files at once
 */
export function openWithFiles(
  address: string,
  files: readonly File[],
  open: (address: string) => void,
): void {
  waiting = { address, files }
  for (const listener of listeners) listener()
  if (waiting !== undefined) open(address)
}

/** Returns the files that wait for the draft at this address, and forgets them. */
export function takePendingFiles(address: string): readonly File[] {
  if (waiting?.address !== address) return []
  const { files } = waiting
  waiting = undefined
  return files
}

/** Calls `listener` when files are left. @returns ends that */
export function onPendingFiles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
