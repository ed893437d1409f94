import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { deleteConnection } from './changes'
import { createConnection } from './connections'
import { deleteFieldName, listFieldNames, saveFieldName } from './field-names'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const at = '2026-11-23T09:00:00.000Z'
const input = {
  environment: 'test',
  baseUrl: 'https://api.example',
  accessToken: 'token-canary-1234',
} as const

describeDatabases('field names of services', openTestDatabase => {
  test('are stored per connection and sheet, replaced and deleted', async () => {
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
    await deleteFieldName(kysely, { ...name, sheet: 'orders/general' })
    await deleteConnection(kysely, other.id)
    expect(await listFieldNames(kysely)).toEqual([known])
    await deleteFieldName(kysely, name)
    expect(await listFieldNames(kysely)).toEqual([])
  })

  test('has a limit; existing names can still be changed', async () => {
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
