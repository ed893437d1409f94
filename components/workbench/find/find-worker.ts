import { matchesPattern, replaceIn } from '@/lib/sheet/acts/find/find-pattern'

/** A task of the worker: whether each text matches the pattern or, with `by`, the texts with all matches replaced. */
export interface FindTask {
  readonly pattern: RegExp
  readonly texts: readonly string[]
  readonly by?: string
}

/** Runs regular expressions, which may never end, outside of the page. The first message says that it is ready. */
self.onmessage = ({ data: { pattern, texts, by } }: MessageEvent<FindTask>) => {
  self.postMessage(
    texts.map(text =>
      by === undefined ? matchesPattern(text, pattern) : replaceIn(text, pattern, by, true),
    ),
  )
}
self.postMessage('ready')
