import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { describeDatabases } from '@/testing/store/databases'
import { claimAttempt, forgetAttempts, type SignInSource } from './sign-in-attempts'

const start = Date.parse('2026-11-21T09:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1000)
const mina = { email: 'mina@shop.example', network: '203.0.113.7' }
const elsewhere = { ...mina, network: '198.51.100.1' }

const claimTimes = async (db: Db, times: number, who: SignInSource = mina) => {
  for (let second = 0; second < times; second++) await claimAttempt(db, who, at(second))
}

describeDatabases('tries to sign in', openTestDatabase => {
  test('report how many attempts failed before them', async () => {
    const { kysely } = await openTestDatabase()
    expect(await claimAttempt(kysely, mina, at(0))).toEqual({ ok: true, earlier: 0 })
    expect(await claimAttempt(kysely, mina, at(1))).toEqual({ ok: true, earlier: 1 })
  })

  test('from one network are refused from the sixth on, until the first is a quarter of an hour old', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 5)
    expect(await claimAttempt(kysely, mina, at(6))).toEqual({ ok: false, until: at(900) })
    const typedElse = { ...mina, email: ' MINA@shop.example' }
    expect(await claimAttempt(kysely, typedElse, at(6))).toEqual({ ok: false, until: at(900) })
    expect(await claimAttempt(kysely, mina, at(899))).toEqual({ ok: false, until: at(900) })
    expect(await claimAttempt(kysely, mina, at(900))).toEqual({ ok: true, earlier: 4 })
  })

  test('from elsewhere are allowed during an attack, with a delay that grows with the failures', async () => {
    const { kysely } = await openTestDatabase()
    for (let network = 0; network < 30; network++)
      await claimTimes(kysely, 5, { ...mina, network: `203.0.113.${network}` })
    expect(await claimAttempt(kysely, elsewhere, at(6))).toEqual({ ok: true, earlier: 20 })
  })

  test('do not count once a clock that was ahead is set right', async () => {
    const { kysely } = await openTestDatabase()
    const year = 365 * 24 * 3600
    for (let n = 0; n < 10; n++)
      await claimAttempt(kysely, { ...mina, email: `operator${n % 3}@shop.example` }, at(year + n))
    expect(await claimAttempt(kysely, mina, at(0))).toEqual({ ok: true, earlier: 0 })
  })

  test('on a known device are counted separately from failures elsewhere', async () => {
    const { kysely } = await openTestDatabase()
    const known = { ...mina, device: 'laptop' }
    for (let n = 0; n < 12; n++) await claimAttempt(kysely, mina, at(n))
    expect(await claimAttempt(kysely, known, at(12))).toEqual({ ok: true, earlier: 0 })
    for (const second of [13, 14, 15]) await claimAttempt(kysely, known, at(second))
    expect(await claimAttempt(kysely, { ...elsewhere, device: 'laptop' }, at(16))).toEqual({
      ok: true,
      earlier: 4,
    })
    expect(await claimAttempt(kysely, known, at(17))).toEqual({ ok: false, until: at(912) })
    expect(await claimAttempt(kysely, { ...mina, device: 'phone' }, at(18))).toEqual({ ok: true, earlier: 0 })
    expect(await claimAttempt(kysely, elsewhere, at(19))).toEqual({ ok: true, earlier: 5 })
  })

  test('are refused from the eleventh per minute and network, for any account', async () => {
    const { kysely } = await openTestDatabase()
    const claim = (n: number, second: number) =>
      claimAttempt(kysely, { ...mina, email: `operator${n}@shop.example` }, at(second))
    for (let n = 0; n < 10; n++) expect(await claim(n, n)).toEqual({ ok: true, earlier: 0 })
    expect(await claim(10, 10)).toEqual({ ok: false, until: at(60) })
    expect(await claim(10, 60)).toEqual({ ok: true, earlier: 0 })
  })

  test('are reset by the right password, except those from other networks', async () => {
    const { kysely } = await openTestDatabase()
    const known = { ...mina, device: 'laptop' }
    for (const who of [mina, elsewhere, known]) await claimTimes(kysely, 5, who)
    await forgetAttempts(kysely, { ...mina, email: 'Mina@shop.example' })
    expect(await claimAttempt(kysely, mina, at(5))).toEqual({ ok: true, earlier: 5 })
    expect(await claimAttempt(kysely, elsewhere, at(5))).toMatchObject({ ok: false })
    expect(await claimAttempt(kysely, known, at(5))).toMatchObject({ ok: false })
    await forgetAttempts(kysely, known)
    expect(await claimAttempt(kysely, known, at(6))).toEqual({ ok: true, earlier: 0 })
    expect(await claimAttempt(kysely, elsewhere, at(6))).toMatchObject({ ok: false })
  })

  test('cannot exceed the limit by arriving at the same time', async () => {
    const { kysely } = await openTestDatabase()
    for (const who of [mina, { ...mina, device: 'laptop' }]) {
      const claims = await Promise.all(Array.from({ length: 60 }, () => claimAttempt(kysely, who, at(0))))
      expect(claims.filter(claim => claim.ok).length).toBeLessThanOrEqual(5)
    }
  })

  test('are deleted once they no longer count', async () => {
    const { kysely } = await openTestDatabase()
    await claimTimes(kysely, 5)
    await claimAttempt(kysely, { ...mina, email: 'jun@shop.example' }, at(2000))
    expect(await kysely.selectFrom('sign_in_attempt').selectAll().execute()).toHaveLength(1)
  })
})
