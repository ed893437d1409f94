import { bears, replaceIn } from '@/lib/sheet/find-pattern'

/** What is asked of the worker: whether each text bears the pattern, or the texts with it replaced `by` another. */
export interface FindTask {
  readonly pattern: RegExp
  readonly texts: readonly string[]
  readonly by?: string
}

/** Expressions run here: one that never comes to an end harms no page. The first word says that it is ready. */
self.onmessage = ({ data: { pattern, texts, by } }: MessageEvent<FindTask>) => {
  self.postMessage(
    texts.map(text => (by === undefined ? bears(text, pattern) : replaceIn(text, pattern, by, true))),
  )
}
self.postMessage('ready')
