import { expect, test } from 'vitest'
import { createDeskKey, revokeDeskKey } from '@/lib/store/people/desk-keys'
import { recordOperatorEvent } from '@/lib/store/people/operator-events'
import { addOperator } from '@/lib/store/people/operators'
import { keyring } from '@/lib/store/secrets/keyring'
import { createClient } from '@/lib/store/service/clients'
import type { Language } from '@/lib/words/locale/languages'
import { withLocale } from '@/lib/words/locale/request-locale'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { readTeam } from './team'

describeDatabases('the members of the team', openTestDatabase => {
  test('are listed with the keys and API clients that they created and that still work', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely, write } = database
    const account = { name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const mina = await addOperator(kysely, { ...account, email: 'mina@x' })
    const jun = await addOperator(kysely, { ...account, email: 'jun@x' })
    const now = new Date()
    const past = new Date(now.getTime() - 1000)
    const key = (name: string, by: string, expiresAt?: Date) =>
      write(trx => createDeskKey(trx, keyring(), { name, scopes: ['register'], by, expiresAt }, now))
    await key('night shift', jun.id)
    await key('expired', jun.id, past)
    await key('revoked', jun.id)
    await key('of Mina', mina.id)
    const { id } = await kysely
      .selectFrom('desk_key')
      .select('id')
      .where('name', '=', 'revoked')
      .executeTakeFirstOrThrow()
    await write(trx => revokeDeskKey(trx, { id, by: mina.id }, now))
    await createClient(kysely, { name: 'Warehouse', scopes: ['orders'], createdBy: jun.id })
    const { members } = await readTeam()
    expect(Object.fromEntries(members.map(({ email, created }) => [email, created]))).toEqual({
      'mina@x': { keys: ['of Mina'], clients: [] },
      'jun@x': { keys: ['night shift'], clients: ['Warehouse'] },
    })
  })

  test('have an activity list whose roles are in the words and the punctuation of the reader', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely, write } = database
    const mina = await addOperator(kysely, {
      name: 'Mina',
      passwordHash: '-',
      role: 'administrator',
      email: 'mina@x',
    })
    const record = (event: 'invited' | 'role', detail: string) =>
      write(trx =>
        recordOperatorEvent(trx, { operatorId: mina.id, actor: mina.id, event, detail }, new Date()),
      )
    await record('invited', 'jun@x (editor)')
    await record('role', 'viewer → editor')
    const details = (language: Language) =>
      withLocale({ language, timeZone: 'UTC' }, async () =>
        (await readTeam()).events.map(({ detail }) => detail).sort(),
      )
    expect(await details('en')).toEqual(['Viewer → Editor', 'jun@x (Editor)'])
    expect(await details('ko')).toEqual(['jun@x(편집자)', '조회 전용 → 편집자'])
    expect(await details('ja')).toEqual(['jun@x（編集者）', '閲覧者 → 編集者'])
  })
})
