import { expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import {
  countMessages,
  type Explanation,
  listExplanations,
  listMessages,
  MAX_EXPLANATIONS,
  MAX_MESSAGES,
  saveExplanations,
} from './api-messages'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 9, minute)).toISOString()
const key = { connectionId: 'c', sheet: 'orders/japan', field: 'recipient.zipcode', code: '' }
const long = '우편번호가 올바르지 않습니다. '.repeat(60)
const who = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'editor' } as const

describeDatabases('messages of services', openTestDatabase => {
  test('are counted per connection, sheet, field, code and prose, with the newest example', async () => {
    const { write, kysely } = await openTestDatabase()
    const count = (template: string, example: string, times: number, minute: number, about = {}) =>
      write(trx =>
        countMessages(trx, [{ ...key, template, example, count: times, at: at(minute), ...about }]),
      )
    await count('#자리여야 합니다', '#자리여야 합니다', 3, 1)
    await count('#자리여야 합니다', '##자리여야 합니다', 2, 2)
    await count('#자리여야 합니다', 'x', 1, 3, { field: 'sender.contact' })
    await count('#자리여야 합니다', 'x', 1, 4, { connectionId: 'another' })
    await count(long, long, 9, 5)
    expect(await listMessages(kysely, 'c')).toEqual([
      { ...key, template: long, example: long, count: 9, lastSeenAt: at(5) },
      { ...key, template: '#자리여야 합니다', example: '##자리여야 합니다', count: 5, lastSeenAt: at(2) },
      {
        ...key,
        field: 'sender.contact',
        template: '#자리여야 합니다',
        example: 'x',
        count: 1,
        lastSeenAt: at(3),
      },
    ])
  })

  test('at the limit of a connection the rarest and oldest are deleted', async () => {
    const { write, kysely } = await openTestDatabase()
    const some = (from: number, to: number, times: number, minute: number) =>
      write(trx =>
        countMessages(
          trx,
          Array.from({ length: to - from }, (_, nr) => {
            const template = `message ${String.fromCodePoint(0xac00 + from + nr)}`
            return { ...key, template, example: template, count: times, at: at(minute) }
          }),
        ),
      )
    await some(0, 100, 5, 1)
    await some(100, MAX_MESSAGES, 1, 2)
    await some(MAX_MESSAGES, MAX_MESSAGES + 50, 1, 3)
    const kept = await listMessages(kysely, 'c')
    expect(kept).toHaveLength(MAX_MESSAGES)
    expect(kept.filter(one => one.count === 5)).toHaveLength(100)
    expect(kept.filter(one => one.lastSeenAt === at(3))).toHaveLength(50)
  })

  test('are explained in three languages; an explanation without a text is deleted', async () => {
    const { write, kysely } = await openTestDatabase()
    const { id: mina } = await addOperator(kysely, who)
    const one: Explanation = { ...key, template: long, en: 'Enter 7 digits.', ko: '7자리', ja: '' }
    const other = { ...one, connectionId: 'another', ja: '7桁' }
    expect(await write(trx => saveExplanations(trx, [one, other], mina, at(1)))).toBe(true)
    expect(await listExplanations(kysely, 'c')).toEqual([one])
    const changed = { ...one, en: 'Enter seven digits.' }
    expect(await write(trx => saveExplanations(trx, [changed], mina, at(2)))).toBe(true)
    expect(await listExplanations(kysely)).toEqual(expect.arrayContaining([changed, other]))
    await write(trx => saveExplanations(trx, [{ ...one, en: '', ko: '' }], mina, at(3)))
    expect(await listExplanations(kysely)).toEqual([other])
  })

  test('has a limit of explanations; existing explanations can still be changed', async () => {
    const { write, kysely } = await openTestDatabase()
    const { id: mina } = await addOperator(kysely, who)
    const explained = (nr: number) => ({ ...key, template: `message ${nr}`, en: 'x', ko: '', ja: '' })
    const all = Array.from({ length: MAX_EXPLANATIONS }, (_, nr) => explained(nr))
    expect(await write(trx => saveExplanations(trx, all, mina, at(1)))).toBe(true)
    expect(await write(trx => saveExplanations(trx, [explained(7)], mina, at(1)))).toBe(true)
    expect(await write(trx => saveExplanations(trx, [explained(9999)], mina, at(1)))).toBe(false)
  })
})
