import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Workbook } from '@/lib/sheet/workbook'
import { flashCells, keepInPlace } from './foreign-changes'
import type { Opened } from './journal-open'
import type { Listener, Saving } from './saving'
import type { Cursor, DraftChanges, Somebody, Told } from './together'
import { useActivity } from './use-activity'
import { useMeetings } from './use-meetings'

/** Between two questions, in milliseconds: while the page is seen, while it is not, and after one without an answer. */
const SEEN = 1000
const UNSEEN = 10_000
const FAR_APART = 5000
/** Until a question is put again that was overtaken, or of which a piece is still to come. */
const SOON = 30

/** What a screen shows of others who work on the draft. */
export interface Together {
  readonly present: readonly Somebody[]
  /** What they did just now, in a sentence; '' after a while. */
  readonly activity: string
  /** Texts of ours that somebody wrote over, and the like, until `forget`. */
  readonly told: readonly Told[]
  /** @returns the ids of those that the server keeps */
  forget(): string[]
  readonly listener: Listener
}

/** Others on the same draft: shows what they do, who they are, and what they wrote over. */
export function useTogether(
  workbook: Workbook,
  saving: Saving,
  opened: Opened,
  draftId: string,
  editing: Listener['editing'],
  announce: (sentence: string) => void,
  rename: (name: string) => void,
): Together {
  const [present, setPresent] = useState<readonly Somebody[]>([])
  const [told, setTold] = useState<readonly Told[]>(() => foundAtOpening(opened))
  const [activity, note] = useActivity()
  const sayMeetings = useMeetings()
  const say = useRef(announce)
  const renamed = useRef(rename)
  useEffect(() => {
    say.current = announce
    renamed.current = rename
  })
  const listener = useMemo<Listener>(
    () => ({
      editing,
      onChanges: (patch, news, work) => {
        keepInPlace(workbook, () => flushSync(work))
        flashCells(patch)
        note(patch, news)
      },
      onMet: met => say.current(sayMeetings(met)),
    }),
    [workbook, editing, note, sayMeetings],
  )

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let known = 0
    let name: string | undefined
    const ask = async (): Promise<number> => {
      const news = await fetchChanges(draftId, saving, known, stop.signal)
      if (stop.signal.aborted || news === null) return SEEN
      if (!news) return FAR_APART
      if (name !== undefined && name !== news.name) renamed.current(news.name)
      name = news.name
      setPresent(now => (isSame(now, news.present) ? now : news.present))
      if (news.told.length > 0) {
        known = Math.max(...news.told.map(({ revision }) => revision))
        setTold(now => [...now, ...news.told])
      }
      const isHeard = news.isOutdated
        ? await readAgain(draftId, saving, listener, stop.signal)
        : await saving.hear(news, listener)
      if (!isHeard || news.next) return SOON
      return document.visibilityState === 'visible' ? SEEN : UNSEEN
    }
    const go = async () => {
      clearTimeout(timer)
      if (isAsking) return
      isAsking = true
      const wait = await ask()
      isAsking = false
      if (!stop.signal.aborted) timer = setTimeout(go, wait)
    }
    const look = () => {
      if (document.visibilityState === 'visible') go()
    }
    const leave = () => {
      const query = new URLSearchParams({ sitting: saving.sitting, leave: '1' })
      fetch(`/drafts/${draftId}/changes?${query}`, { keepalive: true }).catch(() => {})
    }
    go()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [saving, draftId, listener])

  const current = useRef(told)
  useEffect(() => {
    current.current = told
  })
  const forget = useCallback(() => {
    setTold([])
    return current.current.flatMap(({ id }) => (id === '' ? [] : id))
  }, [])
  return { present, activity, told, forget, listener }
}

/** Edits that a tab could not save before it ended, where somebody wrote something else since. */
const foundAtOpening = ({ overwritten }: Opened): Told[] =>
  overwritten.map(({ id: line, texts }) => ({
    id: '',
    revision: 0,
    kind: 'replaced',
    line,
    texts,
    by: { name: '', isYou: false },
  }))

/** What is new; null: there is no such draft on the server, undefined: no answer came. */
async function fetchChanges(
  draftId: string,
  saving: Saving,
  told: number,
  signal: AbortSignal,
): Promise<DraftChanges | null | undefined> {
  const { revision, line }: Cursor = saving.cursor
  const query = new URLSearchParams({
    sitting: saving.sitting,
    since: String(revision),
    line,
    told: String(told),
  })
  try {
    const response = await fetch(`/drafts/${draftId}/changes?${query}`, { cache: 'no-store', signal })
    return response.ok ? ((await response.json()) as DraftChanges | null) : undefined
  } catch {
    return undefined
  }
}

/** Reads all lines: this sitting was away for so long that nobody remembers which ones went meanwhile. */
async function readAgain(
  draftId: string,
  saving: Saving,
  listener: Listener,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(`/drafts/${draftId}/lines`, { cache: 'no-store', signal })
    return response.ok && (await saving.hearAll(await response.json(), listener))
  } catch {
    return false
  }
}

const isSame = (a: readonly Somebody[], b: readonly Somebody[]): boolean =>
  a.length === b.length && a.every((one, i) => one.name === b[i]?.name && one.isYou === b[i]?.isYou)
