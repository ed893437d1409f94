import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { ListStatement } from './list-statement'

const pairs = new ListStatement<{ head: string; one: string; other: string | null }>(
  2,
  ({ value, list }) => sql`
    select cast(${value} as text) as head, column1 as one, column2 as other from (values ${list}) as given`,
)
const texts = new ListStatement<{ name: string }>(
  1,
  ({ value, list }) =>
    sql`select name from (select cast(${value} as text) as name) as given where name in (${list})`,
)

describeDatabases('statements about lists', openTestDatabase => {
  test('every row of a long list arrives, with the values before it', async () => {
    const { kysely } = await openTestDatabase()
    const list = Array.from({ length: 601 }, (_, at) => [`row ${at}`, at % 2 === 0 ? null : '\'"한'])
    expect(await pairs.run(kysely, ['head'], list)).toEqual(
      list.map(([one, other]) => ({ head: 'head', one, other })),
    )
    expect(await pairs.run(kysely, ['again'], list.slice(0, 1))).toEqual([
      { head: 'again', one: 'row 0', other: null },
    ])
  })

  test('rows of one column are a plain list', async () => {
    const { kysely } = await openTestDatabase()
    expect(await texts.run(kysely, ['b'], [['a'], ['b']])).toEqual([{ name: 'b' }])
    expect(await texts.run(kysely, ['c'], [['a'], ['b']])).toEqual([])
    expect(await texts.run(kysely, ['a'], [])).toEqual([])
  })
})
