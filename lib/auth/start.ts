import 'server-only'
import { announceFirstOperator } from './first-operator'
import { notePeers } from './peer'

/** What the asking side of Lading does once when a server starts. */
export async function start(): Promise<void> {
  notePeers()
  await announceFirstOperator()
}
