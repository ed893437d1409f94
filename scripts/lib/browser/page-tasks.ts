import type { Browser } from 'playwright'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Traces the main threads of all pages, in CPU time, so that other work of the machine does not count.
 * @returns a function that ends the tracing and returns the longest task in milliseconds of CPU
 */
export async function tracingTasks(of: Browser): Promise<() => Promise<number>> {
  const session = await of.newBrowserCDPSession()
  const mains = new Set<string>()
  const tasks: { thread: string; took: number }[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const thread = `${event.pid}:${event.tid}`
      if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') mains.add(thread)
      else if (event.name.includes('RunTask')) tasks.push({ thread, took: (event.tdur ?? 0) / 1000 })
    }
  })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  })
  return async () => {
    const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    return tasks.reduce(
      (longest, { thread, took }) => (mains.has(thread) && took > longest ? took : longest),
      0,
    )
  }
}
