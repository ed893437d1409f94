import { useEffect, useState } from 'react'
import type { ConnectionChoice } from './actions'

/** Where the browser remembers the connection that was used last. */
const CHOSEN = 'lading.connection'

/** The connection in use, which the browser remembers, and how to choose another. */
export function useConnection(connections: readonly ConnectionChoice[], initial: string) {
  const [connectionId, setConnectionId] = useState(initial)
  useEffect(() => {
    const chosen = localStorage.getItem(CHOSEN)
    if (connections.some(one => one.id === chosen)) setConnectionId(chosen ?? '')
  }, [connections])
  const choose = (id: string) => {
    localStorage.setItem(CHOSEN, id)
    setConnectionId(id)
  }
  return { connectionId, connection: connections.find(one => one.id === connectionId)?.name ?? '', choose }
}
