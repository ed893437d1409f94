import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import { env } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import {
  type Connection,
  environmentId,
  findConnection,
  openCredentials,
  type SecretInfo,
} from '@/lib/store/connections'
import type { Database } from '@/lib/store/database'
import { ensureSandbox } from '@/lib/store/sandbox'
import { type Door, defaultLimits, type Failpoint, type Ports } from './runner-ports'

/** The real outside of the runner: this process, its clock, its connections, the network. */
export function realPorts(database: Database): Ports {
  const closing = new AbortController()
  return {
    closing,
    database,
    openDoor: connectionId => openDoor(database, connectionId),
    call,
    limits: defaultLimits,
    bootId: randomUUID(),
    host: hostname(),
    pid: process.pid,
    preparing: new Set(),
    now: () => Date.now(),
    sleep: ms => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => undefined),
    fail: dieAt,
    report: error => logFault('a run waits because of trouble', error),
  }
}

/** A connection opened for sending. The sandbox is the only one that may lie on this very machine unasked. */
export async function openDoor(database: Database, connectionId: string): Promise<Door | undefined> {
  const found = await findConnection(database.kysely, connectionId)
  if (!found) return undefined
  const isEmbedded = found.kind === 'embedded'
  const connection = isEmbedded ? await ensureSandbox(database) : found
  const { accessToken, secretKey } = await openCredentials(database.kysely, connection)
  const own = isEmbedded ? [new URL(connection.baseUrl).origin] : []
  return {
    envId: environmentId(connection),
    environment: connection.environment,
    target: {
      baseUrl: connection.baseUrl,
      allowed: [...env().outboundAllow, ...own],
      ...(accessToken !== undefined && { accessToken }),
      ...(secretKey !== undefined && { secretKey }),
    },
    stamp: stampOf(connection),
    keys: { bearer: keyOf(connection.accessToken), key: keyOf(connection.secretKey) },
    checkSize: connection.checkSize,
    registerSize: connection.registerSize,
    checkParallel: connection.checkParallel,
  }
}

/** The sandbox looks after itself: it renews its token, and moves to the simulator and back when it is told to. */
const stampOf = ({ kind, baseUrl, accessToken, secretKey }: Connection): string =>
  kind === 'embedded' ? kind : JSON.stringify([baseUrl, accessToken.updatedAt, secretKey.updatedAt])

const keyOf = ({ last4, updatedAt }: SecretInfo): string | null =>
  last4 === null ? null : `${last4} ${updatedAt}`

/** Kills this process as `kill -9` would, when a crash test asked for it at this place. */
function dieAt(at: Failpoint): void {
  if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
}
