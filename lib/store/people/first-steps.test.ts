import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { hideFirstSteps, isHidingFirstSteps } from './first-steps'
import { addOperator } from './operators'

describeDatabases('the first steps', openTestDatabase => {
  test('are hidden from the operator who hid them, and from no other', async () => {
    const { kysely } = await openTestDatabase()
    const add = async (name: string) => {
      const account = { email: `${name}@x`, name, passwordHash: '-', role: 'editor' } as const
      return (await addOperator(kysely, account)).id
    }
    const [mina, kenji] = [await add('mina'), await add('kenji')]
    expect(await isHidingFirstSteps(kysely, mina)).toBe(false)
    await hideFirstSteps(kysely, mina, '2026-11-23T01:00:00.000Z')
    expect([await isHidingFirstSteps(kysely, mina), await isHidingFirstSteps(kysely, kenji)]).toEqual([
      true,
      false,
    ])
  })
})
