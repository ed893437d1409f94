import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { createConnection } from './connections'
import {
  deleteRequirement,
  listRequirements,
  MAX_REQUIREMENTS,
  type StoredRequirement,
  saveRequirements,
} from './requirements'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const at = '2026-11-24T09:00:00.000Z'

describeDatabases('requirements of connections', openTestDatabase => {
  const open = async () => {
    const { kysely } = await openTestDatabase()
    const { id: mina } = await addOperator(kysely, {
      ...{ email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'administrator' },
    })
    const input = { environment: 'test', baseUrl: 'https://api.example', accessToken: 'token' } as const
    const { id: connectionId } = await createConnection(kysely, { ...input, name: 'Carrier' }, ring)
    const url: StoredRequirement = {
      ...{ connectionId, sheet: 'orders/japan', column: 'items[].itemUrl', kind: 'required' },
      ...{ rule: '{"kind":"required"}', severity: 'error', isEnabled: true },
    }
    return { kysely, mina, url }
  }

  test('are stored per connection, sheet, column and kind, replaced and deleted', async () => {
    const { kysely, mina, url } = await open()
    const other = { ...url, connectionId: 'another' }
    expect(await saveRequirements(kysely, [url, other], mina, at)).toBe(true)
    const off: StoredRequirement = { ...url, severity: 'warning', isEnabled: false }
    expect(await saveRequirements(kysely, [off], mina, at)).toBe(true)
    const listed = { by: 'Mina', at }
    expect(await listRequirements(kysely, url.connectionId)).toEqual([{ ...off, ...listed }])
    expect(await listRequirements(kysely)).toHaveLength(2)
    expect(await deleteRequirement(kysely, { ...url, kind: 'ascii' })).toBe(false)
    expect(await deleteRequirement(kysely, url)).toBe(true)
    expect(await listRequirements(kysely)).toEqual([{ ...other, ...listed }])
  })

  test('have a limit for each connection', async () => {
    const { kysely, mina, url } = await open()
    const many = Array.from({ length: MAX_REQUIREMENTS }, (_, i) => ({ ...url, column: `c${i}` }))
    expect(await saveRequirements(kysely, many, mina, at)).toBe(true)
    expect(await saveRequirements(kysely, [{ ...url, connectionId: 'another' }], mina, at)).toBe(true)
    expect(await saveRequirements(kysely, [url], mina, at)).toBe(false)
  })
})
