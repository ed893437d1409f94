import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { matchesHash } from '@/lib/auth/sign-in/passwords'
import { env } from '@/lib/env'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { afterRestore } from '@/lib/ledger/runner/recovery/restore'
import { listConnections, openCredentials } from '@/lib/store/connections/connections'
import { type Database, type DatabaseLocation, openDatabase } from '@/lib/store/db/database'
import { findDraft, readLines } from '@/lib/store/drafts/drafts'
import { findForSignIn } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { openStage, orders, type Stage } from '@/testing/ledger/harness'
import { migrations } from './all'

// Small databases that earlier versions of Lading made, with the newest migration that each of them had. Every one has
// an operator, a connection with sealed keys, two drafts, and orders in the states in which a server can be stopped.
// testing/store/fixtures/upgrades: `.db.gz` is a SQLite file, `.sql.gz` a PostgreSQL database as SQL.

const versions = ['0022', '0036', '0053']
const fixture = (name: string) =>
  gunzipSync(
    readFileSync(join(import.meta.dirname, '../../../testing/store/fixtures/upgrades', `${name}.gz`)),
  )

/** The key that sealed the credentials of all fixtures. */
const key = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0123456789abcdef0fedcba9876543210', 'hex')
const ring = makeKeyring([{ kid: 'k1', bytes: key }])

/** Orders and rows of drafts as the earlier version stored them, read without code of Lading. */
interface Contents {
  readonly orders: readonly Record<string, unknown>[]
  readonly lines: readonly Record<string, unknown>[]
  readonly events: readonly Record<string, unknown>[]
}

const ORDERS = `select id, mall_order_number, draft_id, run_id, state, order_id, sha256
  from ledger_order order by id`
const LINES = 'select draft_id, line_id, rank, texts from draft_line order by draft_id, line_id'
const EVENTS = 'select count(*) as count from ledger_event'

const readContents = async (read: (text: string) => unknown): Promise<Contents> => {
  const rows = async (text: string) =>
    // As plain objects with numbers, whichever engine read them.
    JSON.parse(JSON.stringify(await read(text))) as Record<string, unknown>[]
  const [count] = await rows(EVENTS)
  return { orders: await rows(ORDERS), lines: await rows(LINES), events: [{ count: Number(count?.count) }] }
}

interface Kind {
  readonly name: string
  readonly skipped: boolean
  /** Brings a fixture in place. */
  place(version: string): Promise<DatabaseLocation>
  read(place: DatabaseLocation): Promise<Contents>
}

const root = mkdtempSync(join(tmpdir(), 'lading-test-'))
const server = env().testDatabaseUrl
const created: string[] = []
afterAll(async () => {
  rmSync(root, { recursive: true })
  if (server)
    await withClient(server, async run => {
      for (const name of created) await run(`drop database ${name} with (force)`)
    })
})

async function withClient<T>(url: string, work: (run: (text: string) => Promise<unknown[]>) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async text => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

const kinds: readonly Kind[] = [
  {
    name: 'SQLite',
    skipped: false,
    place: async version => {
      const dataDir = mkdtempSync(join(root, 'data-'))
      writeFileSync(join(dataDir, 'lading.db'), fixture(`${version}.db`))
      return { dataDir }
    },
    read: async ({ dataDir }) => {
      const file = new DatabaseSync(join(dataDir, 'lading.db'))
      try {
        return await readContents(text => file.prepare(text).all())
      } finally {
        file.close()
      }
    },
  },
  {
    name: 'PostgreSQL',
    skipped: !server,
    place: async version => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await withClient(server ?? '', run => run(`create database ${name}`))
      created.push(name)
      const url = new URL(server ?? '')
      url.pathname = name
      await withClient(url.href, run => run(fixture(`${version}.sql`).toString()))
      return { dataDir: mkdtempSync(join(root, 'data-')), databaseUrl: url.href }
    },
    read: ({ databaseUrl }) => withClient(databaseUrl ?? '', run => readContents(run)),
  },
]

describe.each(kinds)('on $name, a database of an earlier version', ({ skipped, place, read }) => {
  describe.skipIf(skipped).each(versions)('with the migrations up to %s', version => {
    test('keeps every order, id, state and text when it is upgraded, and is used', async () => {
      const location = await place(version)
      const before = await read(location)
      expect(before.orders.length).toBeGreaterThanOrEqual(13)
      const database = await openDatabase(location)
      const stage = await openStage()
      try {
        expect(await read(location)).toEqual(before)
        const applied = await sql<{ name: string }>`select name from migration order by name`.execute(
          database.kysely,
        )
        expect(applied.rows.map(row => row.name)).toEqual(migrations.map(one => one.name).sort())
        await expectPeopleAndDrafts(database)
        await expectLedger(database, stage)
      } finally {
        await stage.close()
        await database.close()
      }
    })
  })
})

/** The operator signs in, the credentials open, and the drafts have their rows. */
async function expectPeopleAndDrafts({ kysely }: Database): Promise<void> {
  const found = await findForSignIn(kysely, 'Mina@example.com')
  expect(found?.operator).toMatchObject({ name: '김미나', role: 'administrator' })
  expect(await matchesHash('leather wallet 2026', found?.passwordHash ?? '')).toBe(true)
  const connection = (await listConnections(kysely)).find(one => one.name === 'Shipper')
  const opened = connection && (await openCredentials(kysely, connection, ring))
  expect(opened).toMatchObject({ accessToken: 'token of the shipper', secretKey: 'secret of the shipper' })
  expect(await findDraft(kysely, 'draft')).toMatchObject({ name: 'Qoo10 11월' })
  const lines = await readLines(kysely, 'draft')
  expect(lines).toHaveLength(16)
  expect(lines[5]?.texts).toMatchObject({ 'recipient.name': '高橋 𠮷田\n"二行"', 'items[].price': '12,500' })
}

/** The ledger adapts to a restore, an unconfirmed order is resolved, and registered numbers are not sent again. */
async function expectLedger(database: Database, stage: Stage): Promise<void> {
  const { kysely } = database
  const desk = await stage.desk(async () => database)
  const inState = async (...states: LedgerOrderState[]) => {
    const rows = await kysely.selectFrom('ledger_order').selectAll().where('state', 'in', states).execute()
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }
  const open = await inState('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN')
  await afterRestore(desk.ports)
  const unknown = await inState('UNKNOWN')
  expect(unknown.map(one => one.id)).toEqual(open.map(one => one.id))
  const [first] = unknown
  const decision = {
    id: first?.id ?? '',
    attemptId: first?.current_attempt ?? null,
    resolution: 'found',
    orderId: '123456789',
  } as const
  const grounds = { operatorId: 'mina' }
  const resolved = await resolveUnknown(desk.ports, [decision], grounds, Date.now())
  expect(resolved.counts.found).toBe(1)
  const [now] = (await inState('REGISTERED')).filter(one => one.id === first?.id)
  expect(now?.order_id).toBe('123456789')
  await desk.finish('registerJapanOrders', orders(3, 1))
  expect([...stage.service.registered]).toEqual([])
}
