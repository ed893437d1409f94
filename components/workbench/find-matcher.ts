import type { Judge, Mender } from '@/lib/sheet/find'
import { bears, readSought, replaceIn, type Sought } from '@/lib/sheet/find-pattern'
import type { FindTask } from './find-worker'

/** An expression that needs longer for some two thousand texts will not come to an end; in milliseconds. */
const PATIENCE = 2_000

/** Finds and replaces one pattern. What has been opened is to be closed. */
export interface Matcher {
  readonly judge: Judge
  readonly mend: (by: string) => Mender
  close(): void
}

/** @returns what the browser says of an expression that is none */
export function openMatcher(sought: Sought): Matcher | { readonly problem: string } {
  const reading = readSought(sought)
  if ('problem' in reading) return reading
  const { pattern } = reading
  if (sought.expression) return openExpression(pattern)
  return {
    judge: async texts => texts.map(text => bears(text, pattern)),
    mend: by => async texts => texts.map(text => replaceIn(text, pattern, by, false)),
    close: () => {},
  }
}

/** A worker does it, one task after the other; it is ended with the first that takes too long. */
function openExpression(pattern: RegExp): Matcher {
  let worker: Worker | undefined
  let isClosed = false
  let tasks: Promise<unknown> = Promise.resolve()
  const end = () => {
    worker?.terminate()
    worker = undefined
  }
  const answer = <T>(from: Worker, patience: number) =>
    new Promise<T | undefined>(resolve => {
      const timer = setTimeout(() => resolve(undefined), patience)
      from.onmessage = ({ data }: MessageEvent<T>) => {
        clearTimeout(timer)
        resolve(data)
      }
    })
  const start = async () => {
    const fresh = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' })
    await answer(fresh, 10 * PATIENCE)
    return fresh
  }
  const ask = async <T>(task: FindTask): Promise<readonly T[] | undefined> => {
    worker ??= await start()
    // One that was still starting then is ended here.
    if (isClosed) return void end()
    const answered = answer<readonly T[]>(worker, PATIENCE)
    worker.postMessage(task)
    const said = await answered
    if (!said) end()
    return said
  }
  const queue = <T>(task: FindTask) => {
    const next = tasks.then(() => ask<T>(task))
    tasks = next
    return next
  }
  return {
    judge: texts => queue<boolean>({ pattern, texts }),
    mend: by => texts => queue<string>({ pattern, texts, by }),
    close: () => {
      isClosed = true
      end()
    },
  }
}
