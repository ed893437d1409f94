import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { addOperator, findForSignIn } from '@/lib/store/operators'
import { claimAttempt } from '@/lib/store/sign-in-attempts'
import { describeDatabases } from '@/lib/store/suite'
import { hashPassword } from './passwords'
import { penalty, signIn } from './sign-in'

const password = 'correct horse battery'
const who = { email: 'mina@shop.example', address: '203.0.113.7' }

describeDatabases('signing in', openTestDatabase => {
  const withMina = async () => {
    const database = await openTestDatabase()
    const passwordHash = await hashPassword(password)
    const operator = await addOperator(database.kysely, {
      email: who.email,
      name: 'Mina',
      passwordHash,
      role: 'editor',
    })
    return { database, operator }
  }

  test('with the right password gives the operator, and earlier failures are forgotten', async () => {
    const { database, operator } = await withMina()
    await claimAttempt(database.kysely, who)
    expect(await signIn(database, { email: ' MINA@shop.example', password }, 1)).toEqual(operator)
    expect(await claimAttempt(database.kysely, who)).toEqual({ ok: true, earlier: 0 })
  })

  test('with a wrong password gives nobody, and the failure counts', async () => {
    const { database } = await withMina()
    await claimAttempt(database.kysely, who)
    expect(await signIn(database, { email: who.email, password: `${password}!` }, 0)).toBeUndefined()
    expect(await claimAttempt(database.kysely, who)).toEqual({ ok: true, earlier: 1 })
  })

  test('with a hash that an older version made leaves one of today', async () => {
    const database = await openTestDatabase()
    const old = await hash(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await addOperator(database.kysely, { email: who.email, name: 'Mina', passwordHash: old, role: 'editor' })
    const stored = async () => (await findForSignIn(database.kysely, who.email))?.passwordHash ?? ''
    expect(await signIn(database, { email: who.email, password: 'a wrong one' }, -2)).toBeUndefined()
    expect(await stored()).toBe(old)
    expect(await signIn(database, { email: who.email, password }, 0)).toBeDefined()
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn(database, { email: who.email, password }, 0)).toBeDefined()
    expect(await stored()).toBe(renewed)
  })

  test('without an account gives nobody', async () => {
    const { database } = await withMina()
    expect(await signIn(database, { email: 'eve@shop.example', password }, 0)).toBeUndefined()
  })
})

test('each wrong password waits longer, up to four seconds', () => {
  expect([0, 1, 2, 3, 4, 5].map(penalty)).toEqual([250, 500, 1000, 2000, 4000, 4000])
})
