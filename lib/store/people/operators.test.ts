import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { addOperator, findForSignIn, hasOperator } from './operators'

const mina = {
  email: ' Mina@Shop.example',
  name: ' Mina ',
  passwordHash: '$argon2id$x',
  role: 'editor',
} as const

describeDatabases('operators', openTestDatabase => {
  test('do not exist at first', async () => {
    const { kysely } = await openTestDatabase()
    expect(await hasOperator(kysely)).toBe(false)
  })

  test('are found by their e-mail address in any spelling', async () => {
    const { kysely } = await openTestDatabase()
    const operator = await addOperator(kysely, mina)
    expect(operator).toMatchObject({ email: 'mina@shop.example', name: 'Mina', role: 'editor' })
    expect(await findForSignIn(kysely, 'MINA@shop.EXAMPLE ')).toEqual({
      operator,
      passwordHash: '$argon2id$x',
    })
    expect(await findForSignIn(kysely, 'mina@shop.example.org')).toBeUndefined()
    expect(await hasOperator(kysely)).toBe(true)
  })

  test('have unique e-mail addresses', async () => {
    const { kysely } = await openTestDatabase()
    await addOperator(kysely, mina)
    await expect(addOperator(kysely, { ...mina, email: 'MINA@SHOP.EXAMPLE' })).rejects.toThrow()
  })

  test('cannot sign in once they are disabled', async () => {
    const { kysely } = await openTestDatabase()
    await addOperator(kysely, mina)
    await kysely.updateTable('operator').set({ disabled_at: '2026-11-21T00:00:00.000Z' }).execute()
    expect(await findForSignIn(kysely, mina.email)).toBeUndefined()
    expect(await hasOperator(kysely)).toBe(true)
  })
})
