import { useCallback, useMemo, useState } from 'react'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { DraftChanges } from '@/lib/desk-api/drafts/changes'

type Rehearsals = DraftChanges['rehearsals']

/** The connection in use, and how to choose another. */
export interface Connection {
  readonly all: readonly ConnectionChoice[]
  /** '' while there is none. */
  readonly id: string
  readonly chosen: ConnectionChoice | undefined
  readonly name: string
  choose(id: string): void
  /** Shows which services misbehave on purpose, as the server says now. */
  setRehearsals(rehearsals: Rehearsals): void
}

/** The connection of a draft as this page shows it. @param initial the draft's when the page was loaded */
export function useConnection(connections: readonly ConnectionChoice[], initial: string): Connection {
  const [id, choose] = useState(initial)
  const [rehearsals, replace] = useState<Rehearsals>()
  const setRehearsals = useCallback(
    (next: Rehearsals) => replace(now => (now && isSame(now, next) ? now : next)),
    [],
  )
  const all = useMemo(
    () =>
      connections.map(one => {
        const rehearsal = rehearsals ? (rehearsals[one.id] ?? null) : one.rehearsal
        // The same object while nothing changed: the sheet is read again for another connection.
        return rehearsal === one.rehearsal ? one : { ...one, rehearsal }
      }),
    [connections, rehearsals],
  )
  const chosen = all.find(one => one.id === id)
  return { all, id, chosen, name: chosen?.name ?? '', choose, setRehearsals }
}

const isSame = (a: Rehearsals, b: Rehearsals): boolean =>
  Object.keys({ ...a, ...b }).every(id => a[id] === b[id])
