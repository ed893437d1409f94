import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { japanOrder } from '@/lib/contract/orders'
import { validationResult } from '@/lib/contract/results'
import { type Database, openDatabase } from '@/lib/store/database'
import { openRig, type Rig } from './rig'
import { sampleOrder } from './samples'

// Every field of the contract, as the API description tells it, over HTTP: the cases are made from it, so that a
// field that is added tomorrow is tested tomorrow.

interface Described {
  type?: string
  format?: string
  enum?: string[]
  maxLength?: number
  properties?: Record<string, Described>
  required?: string[]
  items?: Described
}

interface Leaf {
  readonly path: string
  readonly keys: readonly (string | number)[]
  readonly rule: Described
  readonly isRequired: boolean
}

function leaves(node: Described, keys: (string | number)[] = []): Leaf[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, rule]) => {
    const at = [...keys, key]
    const own = { path: spell(at), keys: at, rule, isRequired: node.required?.includes(key) ?? false }
    if (rule.type === 'array') return [own, ...leaves(rule.items ?? {}, [...at, 0])]
    return [own, ...leaves(rule, at)]
  })
}

const spell = (keys: readonly (string | number)[]) =>
  keys.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key),
    '',
  )

const all = leaves(z.toJSONSchema(japanOrder, { io: 'input', unrepresentable: 'any' }) as Described)
const MISSING = Symbol('missing')

function orderWith({ keys }: Leaf, value: unknown): unknown {
  const order: unknown = structuredClone(sampleOrder({ mallOrderNumber: 'F-1' }))
  const parent = keys.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], order)
  const last = String(keys.at(-1))
  if (value === MISSING) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
  return order
}

describe('the contract', () => {
  let database: Database
  let rig: Rig
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
  beforeAll(async () => {
    database = await openDatabase({ dataDir })
    rig = await openRig(database)
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  })

  /** The fields that fail when `leaf` has each of these values, one order a value. */
  const failingWith = async (leaf: Leaf, values: readonly unknown[]) => {
    if (values.length === 0) return []
    // Numbers of their own, so that no order fails for being there twice; a leaf that is the number stays as it is.
    const data = values.map((value, i) => {
      const order = orderWith(leaf, value) as { orderInfo?: { mallOrderNumber?: unknown } }
      if (leaf.path !== 'orderInfo.mallOrderNumber' && order.orderInfo?.mallOrderNumber === 'F-1') {
        order.orderInfo.mallOrderNumber = `F-${i}`
      }
      return order
    })
    const answer = await rig.send('checkJapanOrders', { data })
    const { failures } = validationResult.parse(answer.body)
    return values.map(
      (_, row) =>
        failures.find(order => order.rowIndex === row)?.failures.map(failure => failure.errorField) ?? [],
    )
  }

  test('has the fields of the API document', () => {
    expect(all.filter(leaf => !leaf.rule.properties && leaf.rule.type !== 'array')).toHaveLength(42)
  })

  test.each(all.map(leaf => [leaf.path, leaf] as const))('%s', async (path, leaf) => {
    const fails = [path]
    const absent = leaf.isRequired ? fails : []
    expect(await failingWith(leaf, [MISSING, null])).toEqual([absent, absent])
    const { refused, taken } = casesOf(leaf.rule)
    expect(await failingWith(leaf, refused)).toEqual(refused.map(() => fails))
    expect(await failingWith(leaf, taken)).toEqual(taken.map(() => []))
  })
})

/** Values that a rule refuses, and values that it takes. */
function casesOf(rule: Described): { refused: unknown[]; taken: unknown[] } {
  if (rule.enum) return { refused: [1, true, {}, [], '', 'jp', 'XX', `${rule.enum[0]} `], taken: [] }
  switch (rule.type) {
    case 'string': {
      const refused: unknown[] = [1, true, {}, ['x']]
      const taken: unknown[] = ['', ' ', 'x', '\ttab "quoted" \\', '<b>', '山田']
      if (rule.maxLength === undefined) return { refused, taken: [...taken, 'x'.repeat(5000)] }
      const { maxLength } = rule
      return {
        refused: [...refused, 'x'.repeat(maxLength + 1), '🚢'.repeat(maxLength + 1)],
        taken: [...taken, 'x'.repeat(maxLength), '🚢'.repeat(maxLength)],
      }
    }
    case 'integer':
      return rule.format === 'int64'
        ? { refused: [1.5, '1', true, {}, []], taken: [0, -1, 9007199254740991] }
        : { refused: [1.5, '1', true, {}, [], 2147483648], taken: [0, 1, 2147483647] }
    case 'number':
      return { refused: ['1', true, {}, []], taken: [0, -1, 0.1, 1e300, 9007199254740991] }
    case 'boolean':
      return { refused: ['true', 0, 1, {}], taken: [true, false] }
    case 'array':
      return { refused: ['x', 1, {}, []], taken: [] }
    default:
      return { refused: ['x', 1, []], taken: [] }
  }
}
