import { useState } from 'react'
import type { ConnectionChoice } from '@/lib/desk-api/connections'

/** The connection in use, and how to choose another. */
export interface Connection {
  readonly all: readonly ConnectionChoice[]
  /** '' while there is none. */
  readonly id: string
  readonly chosen: ConnectionChoice | undefined
  readonly name: string
  choose(id: string): void
}

/** The connection of a draft as this page shows it. @param initial the draft's when the page was loaded */
export function useConnection(connections: readonly ConnectionChoice[], initial: string): Connection {
  const [id, choose] = useState(initial)
  const chosen = connections.find(one => one.id === id)
  return { all: connections, id, chosen, name: chosen?.name ?? '', choose }
}
