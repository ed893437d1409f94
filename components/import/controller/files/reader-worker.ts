let spare: Worker | undefined

const start = () =>
  new Worker(new URL('../../../../lib/import/reader/worker.ts', import.meta.url), { type: 'module' })

/**
 * Starts a worker for a file that is about to be chosen. Its code takes nearly half a second to load; an operator who
 * points at "Upload file" takes longer to choose the file.
 */
export function prewarmWorker(): void {
  if (spare) return
  const worker = start()
  spare = worker
  // The next file tries again, and reports the error.
  worker.onerror = event => {
    event.preventDefault()
    if (spare === worker) spare = undefined
    worker.terminate()
  }
}

/** The prewarmed worker, or a new one. The caller ends it. */
export function takeWorker(): Worker {
  const worker = spare ?? start()
  spare = undefined
  return worker
}
