import type { MatchTexts, ReplaceTexts } from '@/lib/sheet/acts/find/find'
import { compileQuery, matchesPattern, replaceIn, type SearchQuery } from '@/lib/sheet/acts/find/find-pattern'
import type { FindTask } from './find-worker'

/** An expression that takes longer for some two thousand texts counts as endless, in milliseconds. */
const TIMEOUT_MS = 2_000

/** Finds and replaces one pattern. The caller closes it. */
export interface Matcher {
  readonly matches: MatchTexts
  readonly replaceWith: (replacement: string) => ReplaceTexts
  close(): void
}

/** @returns `problem`: the browser's message about an invalid expression */
export function openMatcher(query: SearchQuery): Matcher | { readonly problem: string } {
  const reading = compileQuery(query)
  if ('problem' in reading) return reading
  const { pattern } = reading
  if (query.expression) return openExpression(pattern)
  return {
    matches: async texts => texts.map(text => matchesPattern(text, pattern)),
    replaceWith: replacement => async texts =>
      texts.map(text => replaceIn(text, pattern, replacement, false)),
    close: () => {},
  }
}

/** A worker runs the tasks one after the other; it is terminated when one takes too long. */
function openExpression(pattern: RegExp): Matcher {
  let worker: Worker | undefined
  let isClosed = false
  let tasks: Promise<unknown> = Promise.resolve()
  const end = () => {
    worker?.terminate()
    worker = undefined
  }
  const responseOf = <T>(from: Worker, timeoutMs: number) =>
    new Promise<T | undefined>(resolve => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs)
      from.onmessage = ({ data }: MessageEvent<T>) => {
        clearTimeout(timer)
        resolve(data)
      }
    })
  const start = async () => {
    const fresh = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' })
    await responseOf(fresh, 10 * TIMEOUT_MS)
    return fresh
  }
  const ask = async <T>(task: FindTask): Promise<readonly T[] | undefined> => {
    worker ??= await start()
    // `close` was called while the worker was starting.
    if (isClosed) return void end()
    const response = responseOf<readonly T[]>(worker, TIMEOUT_MS)
    worker.postMessage(task)
    const result = await response
    if (!result) end()
    return result
  }
  const queue = <T>(task: FindTask) => {
    const next = tasks.then(() => ask<T>(task))
    tasks = next
    return next
  }
  return {
    matches: texts => queue<boolean>({ pattern, texts }),
    replaceWith: replacement => texts => queue<string>({ pattern, texts, by: replacement }),
    close: () => {
      isClosed = true
      end()
    },
  }
}
