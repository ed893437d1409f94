import { expect, test } from 'vitest'
import { findForSignIn, hasOperator } from '@/lib/store/people/operators'
import { isSetUpTokenValid } from '@/lib/store/people/set-up-links'
import { describeDatabases } from '@/testing/store/databases'
import { prepareFirstOperator } from './first-operator'
import { matchesHash } from './passwords'

const given = {
  publicUrl: 'http://127.0.0.1:3000',
  operatorEmail: 'mina@shop.example',
  operatorPassword: 'correct horse battery',
}
const withoutVariables = { ...given, operatorEmail: undefined, operatorPassword: undefined }

const tokenOf = (prepared: Awaited<ReturnType<typeof prepareFirstOperator>>) =>
  prepared?.kind === 'link' ? new URL(prepared.url).hash.slice(1) : ''

describeDatabases('the first operator', openTestDatabase => {
  test('is the administrator of the environment variables', async () => {
    const database = await openTestDatabase()
    expect(await prepareFirstOperator(database, given)).toEqual({
      kind: 'created',
      email: given.operatorEmail,
    })
    const found = await findForSignIn(database.kysely, given.operatorEmail)
    expect(found?.operator).toMatchObject({ name: 'mina', role: 'administrator' })
    expect(await matchesHash(given.operatorPassword, found?.passwordHash)).toBe(true)
  })

  test('is created by a link without variables, and each start voids the older link', async () => {
    const database = await openTestDatabase()
    const first = await prepareFirstOperator(database, withoutVariables)
    const second = await prepareFirstOperator(database, withoutVariables)
    expect(first).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/setup#[\w-]{43}$/),
    })
    expect(await isSetUpTokenValid(database.kysely, tokenOf(first))).toBe(false)
    expect(await isSetUpTokenValid(database.kysely, tokenOf(second))).toBe(true)
  })

  test('is created once: later starts print nothing and change nothing', async () => {
    const database = await openTestDatabase()
    await prepareFirstOperator(database, given)
    expect(await prepareFirstOperator(database, { ...given, operatorEmail: 'eve@x.example' })).toBeUndefined()
    expect(await findForSignIn(database.kysely, 'eve@x.example')).toBeUndefined()
  })

  test.each([
    ['password123', 'is a common password'],
    ['Mina-2026', 'too similar to OPERATOR_EMAIL'],
    ['lading2026', 'too similar to the name Lading'],
  ])('is not created with a password that is easy to guess, such as %s', async (operatorPassword, why) => {
    const database = await openTestDatabase()
    await expect(prepareFirstOperator(database, { ...given, operatorPassword })).rejects.toThrow(why)
    expect(await hasOperator(database.kysely)).toBe(false)
  })

  test('is not created with a password that could not be used to sign in', async () => {
    const database = await openTestDatabase()
    const start = prepareFirstOperator(database, { ...given, operatorPassword: 'short' })
    await expect(start).rejects.toThrow('OPERATOR_PASSWORD must have 8 to 128 characters.')
    expect(await hasOperator(database.kysely)).toBe(false)
  })
})
