/** How long a page that goes may take to let go of its lock, in milliseconds. */
const PARTING = 400

const nameOf = (writer: string): string => `lading-journal-${writer}`

/** Shows other tabs that a sitting goes on. @returns ends it */
export function holdLock(writer: string): () => void {
  let release = () => {}
  const end = new Promise<void>(resolve => {
    release = resolve
  })
  navigator.locks?.request(nameOf(writer), () => end)
  return release
}

/** Whether a sitting has ended: its edits are nobody's then. Without locks in the browser it is taken to have. */
export async function isOver(writer: string): Promise<boolean> {
  if (!navigator.locks) return true
  try {
    await navigator.locks.request(nameOf(writer), { signal: AbortSignal.timeout(PARTING) }, () => {})
    return true
  } catch {
    return false
  }
}
