import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteConnection } from './connection-changes'
import { createConnection } from './connections'
import { dropFieldName, listFieldNames, saveFieldName } from './field-names'
import { makeKeyring } from './keyring'
import { addOperator } from './operators'
import { describeDatabases } from './suite'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const at = '2026-11-23T09:00:00.000Z'
const input = {
  environment: 'test',
  baseUrl: 'https://api.example',
  accessToken: 'token-canary-1234',
} as const

describeDatabases('what a service calls columns', openTestDatabase => {
  test('is remembered for its connection and sheet, replaced by what is said later, and forgotten', async () => {
    const { kysely } = await openTestDatabase()
    const who = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'editor' } as const
    const { id: mina } = await addOperator(kysely, who)
    const { id: connectionId } = await createConnection(kysely, { ...input, name: 'Shipper' }, ring)
    const other = await createConnection(kysely, { ...input, name: 'Another' }, ring)
    const sheet = 'orders/japan'
    const name = { connectionId, sheet, field: '창고.id', column: 'warehouseId' }
    expect(await saveFieldName(kysely, { ...name, column: 'carrier' }, mina, at)).toBe(true)
    expect(await saveFieldName(kysely, name, mina, at)).toBe(true)
    await saveFieldName(kysely, { ...name, connectionId: other.id }, mina, at)
    const known = { ...name, connection: 'Shipper', by: 'Mina', at }
    const elsewhere = { ...known, connectionId: other.id, connection: 'Another' }
    expect(await listFieldNames(kysely)).toEqual([elsewhere, known])
    await dropFieldName(kysely, { ...name, sheet: 'orders/general' })
    await deleteConnection(kysely, other.id)
    expect(await listFieldNames(kysely)).toEqual([known])
    await dropFieldName(kysely, name)
    expect(await listFieldNames(kysely)).toEqual([])
  })

  test('has a limit, which does not keep known names from being changed', async () => {
    const { kysely } = await openTestDatabase()
    const who = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'editor' } as const
    const { id: mina } = await addOperator(kysely, who)
    const rows = Array.from({ length: 300 }, (_, nr) => ({
      ...{ connection_id: 'c', sheet: 'orders/japan', field: `f${nr}`, column_id: 'warehouseId' },
      ...{ assigned_by: mina, assigned_at: at },
    }))
    await kysely.insertInto('field_name').values(rows).execute()
    const name = { connectionId: 'c', sheet: 'orders/japan', column: 'carrier' }
    expect(await saveFieldName(kysely, { ...name, field: 'one more' }, mina, at)).toBe(false)
    expect(await saveFieldName(kysely, { ...name, field: 'f7' }, mina, at)).toBe(true)
  })
})
