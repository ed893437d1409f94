let spare: Worker | undefined

const start = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

/**
 * Starts what reads files, for one that is about to be chosen: its code takes nearly half a second to come, and whoever
 * points at "Upload file" takes longer to find the file.
 */
export function warmWorker(): void {
  if (spare) return
  const worker = start()
  spare = worker
  // It is tried once more when it is needed; then it is said what is wrong.
  worker.onerror = event => {
    event.preventDefault()
    if (spare === worker) spare = undefined
    worker.terminate()
  }
}

/** The worker that was started, or one that starts now. The caller ends it. */
export function takeWorker(): Worker {
  const worker = spare ?? start()
  spare = undefined
  return worker
}
