import { expect, test } from 'vitest'
import { createConnection } from '@/lib/store/connections/connections'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { withoutRoom } from '@/testing/store/full-disk'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { explainMessage, importExplanations, listMessageRows } from './api-messages'

describeDatabases('explanations of messages', openTestDatabase => {
  test('are stored only while the disk has more free space than its reserve, and deleted at any time', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    const baseUrl = 'https://api.example'
    const { id } = await createConnection(kysely, { name: 'A', environment: 'test', baseUrl })
    const message = { sheet: 'orders/japan', field: 'recipient.zipcode', code: '' } as const
    const explain = (template: string, en: string) =>
      explainMessage({ connectionId: id, ...message, template, en, ko: '', ja: '' }, operatorId)
    const explained = async () => (await listMessageRows(id)).map(({ en }) => en)
    useAsProcessDatabase(database)
    expect(await explain('Not valid.', 'Wrong postal code')).toMatchObject({ ok: true })
    useAsProcessDatabase(withoutRoom(database))
    await expect(explain('Missing.', 'No postal code')).rejects.toThrow(StorageFullError)
    const entry = { ...message, message: 'Unknown.', en: 'Unknown postal code', ko: '', ja: '' }
    const text = JSON.stringify({ ladingExplanations: 1, explanations: [entry] })
    await expect(importExplanations({ connectionId: id, text }, operatorId)).rejects.toThrow(StorageFullError)
    expect(await explained()).toEqual(['Wrong postal code'])
    expect(await explain('Not valid.', '')).toMatchObject({ ok: true })
    expect(await explained()).toEqual([])
  })
})
