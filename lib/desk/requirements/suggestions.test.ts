import { expect, test } from 'vitest'
import type { Rule } from '@/lib/sheet/judge/requirements/requirement'
import { createConnection } from '@/lib/store/connections/connections'
import { replaceSuggestions } from '@/lib/store/connections/requirement-suggestions'
import { saveRequirements } from '@/lib/store/connections/requirements'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { listRequirements } from './requirements'
import { addSuggestions, listSuggestions } from './suggestions'

const SHEET = 'orders/japan'
const NAME = 'items[].name'
const at = '2026-11-29T01:00:00.000Z'
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `word ${i}`)
const not = (...words: string[]): Rule => ({ kind: 'excluded', words })

describeDatabases('suggested requirements that an administrator adds', openTestDatabase => {
  const open = async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const operator = await addOperator(kysely, account)
    const baseUrl = 'https://api.example'
    const connection = await createConnection(kysely, { name: 'A', environment: 'test', baseUrl })
    const row = (rule: Rule, column: string) => ({
      ...{ connectionId: connection.id, sheet: SHEET, column, kind: rule.kind, rule: JSON.stringify(rule) },
    })
    const suggest = (...rules: Rule[]) =>
      replaceSuggestions(
        kysely,
        connection.id,
        SHEET,
        rules.map(rule => ({ ...row(rule, NAME), orders: 3, examples: '[]' })),
        at,
      )
    const have = (
      rule: Rule,
      { severity = 'error', isEnabled = true }: { severity?: 'error' | 'warning'; isEnabled?: boolean } = {},
    ) => saveRequirements(kysely, [{ ...row(rule, NAME), severity, isEnabled }], operator.id, at)
    const add = (...kinds: Rule['kind'][]) =>
      addSuggestions(
        {
          connectionId: connection.id,
          sheet: SHEET,
          suggestions: kinds.map(kind => ({ column: NAME, kind })),
        },
        operator.id,
      )
    const requirements = async () =>
      (await listRequirements(connection.id)).map(({ rule, severity, isEnabled }) => ({
        ...{ rule, severity, isEnabled },
      }))
    const suggested = async () => (await listSuggestions(connection.id)).map(({ rule }) => rule)
    return { suggest, have, add, requirements, suggested }
  }

  test('are errors that are on, and no longer suggested', async () => {
    const { suggest, add, requirements, suggested } = await open()
    await suggest({ kind: 'required' }, not('bag'))
    expect(await add('required', 'excluded')).toEqual({ ok: true, value: { count: 2 } })
    const shown = { severity: 'error', isEnabled: true }
    expect(await requirements()).toEqual([
      { rule: not('bag'), ...shown },
      { rule: { kind: 'required' }, ...shown },
    ])
    expect(await suggested()).toEqual([])
  })

  test('are joined to a list of up to 50 values; a longer one is refused, and its requirement stays', async () => {
    const { suggest, have, add, requirements, suggested } = await open()
    const shown = { severity: 'error', isEnabled: true }
    await have(not(...numbered(48)))
    await suggest(not('word 0', 'bag', 'gift'))
    expect(await add('excluded')).toMatchObject({ ok: true })
    const full = not(...numbered(48), 'bag', 'gift')
    expect(await requirements()).toEqual([{ rule: full, ...shown }])
    await suggest({ kind: 'required' }, not('sample'))
    expect(await add('required', 'excluded')).toEqual({
      ok: false,
      problem: {
        code: 'full',
        message:
          '“Item name: Must not be one of these values” can have at most 50 values. Delete values you no longer need first.',
      },
    })
    expect(await requirements()).toEqual([{ rule: full, ...shown }])
    expect(await suggested()).toHaveLength(2)
  })

  test('leave a requirement that is a warning a warning', async () => {
    const { suggest, have, add, requirements } = await open()
    await have(not('sample'), { severity: 'warning' })
    await have({ kind: 'max_length', max: 50 }, { severity: 'warning' })
    await suggest(not('bag'), { kind: 'max_length', max: 30 })
    expect(await add('excluded', 'max_length')).toMatchObject({ ok: true })
    const warning = { severity: 'warning', isEnabled: true }
    expect(await requirements()).toEqual([
      { rule: not('sample', 'bag'), ...warning },
      { rule: { kind: 'max_length', max: 30 }, ...warning },
    ])
  })

  test('turn no requirement on that is off: they are refused until it is on', async () => {
    const { suggest, have, add, requirements, suggested } = await open()
    await have(not('sample'), { isEnabled: false })
    await suggest({ kind: 'required' }, not('bag'))
    expect(await add('required', 'excluded')).toEqual({
      ok: false,
      problem: {
        code: 'off',
        message:
          '“Item name: Must not be one of these values” is off. Turn it on first, or dismiss its suggestion.',
      },
    })
    const before = { severity: 'error', isEnabled: false }
    expect(await requirements()).toEqual([{ rule: not('sample'), ...before }])
    expect(await suggested()).toHaveLength(2)
    expect(await add('required')).toMatchObject({ ok: true })
    await have(not('sample'))
    expect(await add('excluded')).toMatchObject({ ok: true })
    expect((await requirements())[0]).toEqual({ rule: not('sample', 'bag'), ...before, isEnabled: true })
  })
})
