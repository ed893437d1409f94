import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { findOperatorLocale, setOperatorLocale } from './operator-locale'
import { addOperator } from './operators'

describeDatabases('the locale of an operator', openTestDatabase => {
  const add = async (kysely: Parameters<typeof addOperator>[0], name: string) => {
    const role = 'editor' as const
    return (await addOperator(kysely, { email: `${name}@shop.example`, name, passwordHash: 'x', role })).id
  }

  test('is not chosen at first', async () => {
    const { kysely } = await openTestDatabase()
    const nothing = { language: null, timeZone: null }
    expect(await findOperatorLocale(kysely, await add(kysely, 'mina'))).toEqual(nothing)
    expect(await findOperatorLocale(kysely, 'nobody')).toEqual(nothing)
  })

  test('is stored only for that operator, and can be reset to that of the browser', async () => {
    const { kysely } = await openTestDatabase()
    const [mina, kenji] = [await add(kysely, 'mina'), await add(kysely, 'kenji')]
    await setOperatorLocale(kysely, mina, { language: 'ko', timeZone: 'Asia/Seoul' })
    await setOperatorLocale(kysely, kenji, { language: 'ja', timeZone: null })
    expect(await findOperatorLocale(kysely, mina)).toEqual({ language: 'ko', timeZone: 'Asia/Seoul' })
    expect(await findOperatorLocale(kysely, kenji)).toEqual({ language: 'ja', timeZone: null })
    await setOperatorLocale(kysely, mina, { language: null, timeZone: 'America/Los_Angeles' })
    expect(await findOperatorLocale(kysely, mina)).toEqual({
      language: null,
      timeZone: 'America/Los_Angeles',
    })
  })
})
