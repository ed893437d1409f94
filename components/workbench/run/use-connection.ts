import { useState } from 'react'
import type { ConnectionChoice } from '@/lib/desk-api/connections'

/** The storage key of the connection that was used last. */
const STORAGE_KEY = 'lading.connection'

/** The id of the connection that this browser used last, if it still exists; otherwise `initial`. */
export const lastUsedConnection = (connections: readonly ConnectionChoice[], initial: string): string => {
  const chosen = localStorage.getItem(STORAGE_KEY)
  return connections.find(one => one.id === chosen)?.id ?? initial
}

/** The connection in use, and how to choose another. */
export interface Connection {
  readonly all: readonly ConnectionChoice[]
  /** '' while there is none. */
  readonly id: string
  readonly chosen: ConnectionChoice | undefined
  readonly name: string
  /** Uses another connection; the browser remembers it for the next draft. */
  choose(id: string): void
}

export function useConnection(connections: readonly ConnectionChoice[], initial: string): Connection {
  // The workbench renders only in the browser, so the stored choice is available from the first render on.
  const [connectionId, setConnectionId] = useState(() => lastUsedConnection(connections, initial))
  const choose = (id: string) => {
    localStorage.setItem(STORAGE_KEY, id)
    setConnectionId(id)
  }
  const chosen = connections.find(one => one.id === connectionId)
  return { all: connections, id: connectionId, chosen, name: chosen?.name ?? '', choose }
}
