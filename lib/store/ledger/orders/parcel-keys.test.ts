import { expect, test } from 'vitest'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import { deleteParcelKeys, dropOldParcelKeys, findParcels, saveParcelKeys } from './parcel-keys'

const ring = makeKeyring([{ kid: 'a', bytes: Buffer.alloc(32, 1) }])
const otherRing = makeKeyring([{ kid: 'a', bytes: Buffer.alloc(32, 2) }])
const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour)).toISOString()
const monday = { draftId: 'monday', envId: 'production:a' }
const tuesday = { draftId: 'tuesday', envId: 'production:a' }

describeDatabases('what identifies the recipient and items of an order', openTestDatabase => {
  test('an order of another draft is found by its key, within its time and environment', async () => {
    const { kysely } = await openTestDatabase()
    await saveParcelKeys(
      kysely,
      ring,
      monday,
      [
        { number: 'A-1', key: 'one' },
        { number: 'A-2', key: 'two' },
      ],
      at(9),
    )
    const found = [{ draftId: 'monday', number: 'A-1', key: 'one' }]
    expect(await findParcels(kysely, ring, tuesday, ['one', 'three'], at(8))).toEqual(found)
    expect(await findParcels(kysely, ring, monday, ['one'], at(8))).toEqual([])
    expect(await findParcels(kysely, ring, tuesday, ['one'], at(10))).toEqual([])
    expect(await findParcels(kysely, ring, { ...tuesday, envId: 'test:a' }, ['one'], at(8))).toEqual([])
  })

  test('an order that changed is found only by its new key', async () => {
    const { kysely } = await openTestDatabase()
    await saveParcelKeys(kysely, ring, monday, [{ number: 'A-1', key: 'one' }], at(9))
    await saveParcelKeys(
      kysely,
      ring,
      monday,
      [
        { number: 'A-1', key: 'two' },
        { number: 'A-1', key: 'three' },
      ],
      at(11),
    )
    expect(await findParcels(kysely, ring, tuesday, ['one', 'two'], at(8))).toEqual([])
    expect(await findParcels(kysely, ring, tuesday, ['three'], at(10))).toHaveLength(1)
  })

  test('keys are stored under the key of the installation, and are erased by order, by draft and after their time', async () => {
    const { kysely } = await openTestDatabase()
    await saveParcelKeys(
      kysely,
      ring,
      monday,
      [
        { number: 'A-1', key: 'one' },
        { number: 'A-2', key: 'two' },
      ],
      at(9),
    )
    await saveParcelKeys(kysely, ring, tuesday, [{ number: 'B-1', key: 'three' }], at(11))
    const rows = () => plainRows(kysely, 'select mall_order_number as number, parcel from parcel_key')
    expect(JSON.stringify(await rows())).not.toMatch(/one|two|three/)
    expect(await findParcels(kysely, otherRing, tuesday, ['one'], at(8))).toEqual([])
    const numbers = async () => (await rows()).map(row => row.number).sort()
    await deleteParcelKeys(kysely, 'monday', ['A-1'])
    expect(await numbers()).toEqual(['A-2', 'B-1'])
    await dropOldParcelKeys(kysely, at(10))
    expect(await numbers()).toEqual(['B-1'])
    await deleteParcelKeys(kysely, 'tuesday')
    expect(await numbers()).toEqual([])
  })
})
