import { hash } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { addOperator, findForSignIn } from '@/lib/store/people/operators'
import { claimAttempt } from '@/lib/store/people/sign-in/sign-in-attempts'
import { describeDatabases } from '@/testing/store/databases'
import { hashPassword } from './passwords'
import { delayAfter, signIn } from './sign-in-attempt'

const password = 'correct horse battery'
const who = { email: 'mina@shop.example', network: '203.0.113.7' }

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

  test('with the right password returns the operator and clears earlier failures', async () => {
    const { database, operator } = await withMina()
    await claimAttempt(database.kysely, who)
    expect(await signIn(database, { ...who, email: ' MINA@shop.example', password }, 1)).toEqual(operator)
    expect(await claimAttempt(database.kysely, who)).toEqual({ ok: true, earlier: 0 })
  })

  test('with a wrong password fails, and the failure counts', async () => {
    const { database } = await withMina()
    await claimAttempt(database.kysely, who)
    expect(await signIn(database, { ...who, password: `${password}!` }, 0)).toBeUndefined()
    expect(await claimAttempt(database.kysely, who)).toEqual({ ok: true, earlier: 1 })
  })

  test('with an outdated hash replaces the hash', async () => {
    const database = await openTestDatabase()
    const old = await hash(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await addOperator(database.kysely, { email: who.email, name: 'Mina', passwordHash: old, role: 'editor' })
    const stored = async () => (await findForSignIn(database.kysely, who.email))?.passwordHash ?? ''
    expect(await signIn(database, { ...who, password: 'a wrong one' }, 0)).toBeUndefined()
    expect(await stored()).toBe(old)
    expect(await signIn(database, { ...who, password }, 0)).toBeDefined()
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn(database, { ...who, password }, 0)).toBeDefined()
    expect(await stored()).toBe(renewed)
  })

  test('waits after failures before it verifies any password, right or wrong, with or without an account', async () => {
    const { database } = await withMina()
    const tries = [{ password }, { password: 'a wrong one' }, { password, email: 'eve@shop.example' }]
    for (const tried of tries) {
      const wait = vi.fn(() => Promise.reject(new Error('still waiting')))
      await expect(signIn(database, { ...who, ...tried }, 3, wait)).rejects.toThrow('still waiting')
      expect(wait.mock.calls).toEqual([[1000]])
    }
  })

  test('without an account fails', async () => {
    const { database } = await withMina()
    expect(await signIn(database, { ...who, email: 'eve@shop.example', password }, 0)).toBeUndefined()
  })
})

test('each wrong password increases the delay of the next attempt, up to four seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(delayAfter)).toEqual([0, 250, 500, 1000, 2000, 4000, 4000, 4000])
})
