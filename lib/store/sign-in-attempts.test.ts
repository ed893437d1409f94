import { expect, test } from 'vitest'
import type { Handle } from './database'
import { claimAttempt, forgetAttempts } from './sign-in-attempts'
import { describeDatabases } from './suite'

const start = Date.parse('2026-11-21T09:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1000)
const mina = { email: 'mina@shop.example', address: '203.0.113.7' }

const claimTimes = async (handle: Handle, times: number) => {
  for (let second = 0; second < times; second++) await claimAttempt(handle, mina, at(second))
}

describeDatabases('tries to sign in', openTestDatabase => {
  test('are told how many failed before them', async () => {
    const { kysely } = await openTestDatabase()
    expect(await claimAttempt(kysely, mina, at(0))).toEqual({ ok: true, earlier: 0 })
    expect(await claimAttempt(kysely, mina, at(1))).toEqual({ ok: true, earlier: 1 })
  })

  test('are refused from the sixth on, until the first is a quarter of an hour old', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 5)
    expect(await claimAttempt(kysely, mina, at(6))).toEqual({ ok: false, until: at(900) })
    expect(await claimAttempt(kysely, mina, at(899))).toEqual({ ok: false, until: at(900) })
    expect(await claimAttempt(kysely, mina, at(900))).toEqual({ ok: true, earlier: 4 })
  })

  test('for one account are counted together, however its address is typed and wherever they come from', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 5)
    const elsewhere = { email: ' MINA@shop.example', address: '198.51.100.1' }
    expect(await claimAttempt(kysely, elsewhere, at(6))).toMatchObject({ ok: false })
  })

  test('are refused from the eleventh of a minute on from one address, whichever the account', async () => {
    const { kysely } = await openTestDatabase()
    const claim = (n: number, second: number) =>
      claimAttempt(kysely, { email: `operator${n}@shop.example`, address: mina.address }, at(second))
    for (let n = 0; n < 10; n++) expect(await claim(n, n)).toEqual({ ok: true, earlier: 0 })
    expect(await claim(10, 10)).toEqual({ ok: false, until: at(60) })
    expect(await claim(10, 60)).toEqual({ ok: true, earlier: 0 })
  })

  test('start again from nothing after the right password', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 4)
    await forgetAttempts(kysely, 'Mina@shop.example')
    expect(await claimAttempt(kysely, mina, at(5))).toEqual({ ok: true, earlier: 0 })
  })

  test('cannot slip through by coming all at once', async () => {
    const { kysely } = await openTestDatabase()
    const claims = await Promise.all(Array.from({ length: 60 }, () => claimAttempt(kysely, mina, at(0))))
    expect(claims.filter(claim => claim.ok).length).toBeLessThanOrEqual(5)
  })

  test('are kept no longer than they count', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 5)
    await claimAttempt(kysely, { ...mina, email: 'jun@shop.example' }, at(2000))
    expect(await kysely.selectFrom('sign_in_attempt').selectAll().execute()).toHaveLength(1)
  })
})
