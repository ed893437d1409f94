import 'server-only'
import { subscribe } from '@/lib/telemetry/events'
import { logActivity } from './log'

/** Routes of programs that ask every few seconds: their requests are logged only if they fail. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(['/healthz', '/metrics'])

/** Logs one line for each request, except those for files and successful ones of programs that watch the server. */
export function logRequests(): void {
  subscribe('request', ({ id, method, route, status, isAborted, ms, bytes }) => {
    if (route === 'static' || (QUIET_ROUTES.has(route) && status === 200)) return
    const aborted = isAborted ? { aborted: true } : {}
    logActivity('request', { request: id, method, route, status, ms: Math.round(ms), bytes, ...aborted })
  })
}

/** Logs one line for each run that ends or is halted. */
export function logRuns(): void {
  subscribe('run', ({ id, problem, ms, counts, ...run }) => {
    const why = problem === undefined ? {} : { problem }
    logActivity('run', { run: id, ...run, ...why, ms: Math.round(ms), counts })
  })
}
