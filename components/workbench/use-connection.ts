import { useState } from 'react'
import type { ConnectionChoice } from './actions'

/** Where the browser remembers the connection that was used last. */
const CHOSEN = 'lading.connection'

/** Which connection a sheet is opened with: the one that this browser used last, as long as it is there. */
export const lastUsed = (connections: readonly ConnectionChoice[], initial: string): string => {
  const chosen = localStorage.getItem(CHOSEN)
  return connections.find(one => one.id === chosen)?.id ?? initial
}

/** The connection in use, which the browser remembers, and how to choose another. */
export function useConnection(connections: readonly ConnectionChoice[], initial: string) {
  // The sheet is shown once its lines came, so this runs in the browser alone, and nothing moves afterwards.
  const [connectionId, setConnectionId] = useState(() => lastUsed(connections, initial))
  const choose = (id: string) => {
    localStorage.setItem(CHOSEN, id)
    setConnectionId(id)
  }
  const chosen = connections.find(one => one.id === connectionId)
  return { connectionId, chosen, connection: chosen?.name ?? '', choose }
}
