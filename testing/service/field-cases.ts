import 'server-only'
import * as z from 'zod'
import { fieldPath } from '@/lib/contract/validation/failures'

/** A rule of the API description (JSON Schema). */
interface Rule {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Rule>>
  readonly required?: readonly string[]
  readonly items?: Rule
}

type Keys = readonly (string | number)[]

/** A member of a record, at any depth. */
export interface Member {
  /** Its path as failures name it; of each list the first entry. */
  readonly path: string
  readonly keys: Keys
  readonly rule: Rule
  readonly isRequired: boolean
}

/** Every member of a record by its schema, so that new fields are tested automatically. */
export function membersOf(record: z.ZodType): Member[] {
  return walk(z.toJSONSchema(record, { io: 'input', unrepresentable: 'any' }) as Rule, [])
}

function walk(node: Rule, keys: Keys): Member[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, rule]) => {
    const at = [...keys, key]
    const own = { path: fieldPath(at), keys: at, rule, isRequired: node.required?.includes(key) ?? false }
    if (!rule.items) return [own, ...walk(rule, at)]
    const first = [...at, 0]
    if (rule.items.properties) return [own, ...walk(rule.items, first)]
    return [own, { path: fieldPath(first), keys: first, rule: rule.items, isRequired: true }]
  })
}

export const MISSING = Symbol('missing')

/** A copy of a record with another value of one of its members, or without it. */
export function withMember<T>(record: T, { keys }: Pick<Member, 'keys'>, value: unknown): T {
  const copy = structuredClone(record)
  const parent = keys.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
  const last = String(keys.at(-1))
  if (value === MISSING) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
  return copy
}

/** Values that a member must refuse and accept: other types, and values at its limit and beyond. */
interface Cases {
  readonly refused: readonly unknown[]
  readonly taken: readonly unknown[]
}

const others = { object: {}, list: [], truth: true, text: '1', number: 1 }

const integers: Readonly<Record<string, Cases>> = {
  int32: {
    refused: [1.5, 2147483648, -2147483649, 9223372036854775807n],
    taken: [0, 1, -1, 2147483647, -2147483648],
  },
  int64: {
    refused: [1.5, 9223372036854775808n, -9223372036854775809n],
    taken: [0, -1, 9007199254740993n, 9223372036854775807n, -9223372036854775808n],
  },
}

/** Characters of a long text in a field without a limit. */
const LONG = 5000

/** The values to try in a field with this rule. */
export function casesOf(rule: Rule): Cases {
  const { object, list, truth, text, number } = others
  if (rule.enum) return { refused: [number, truth, object, list, '', 'xx', `${rule.enum[0]} `], taken: [] }
  switch (rule.type) {
    case 'string': {
      const max = rule.maxLength ?? LONG
      const past = rule.maxLength === undefined ? [] : ['x', '🚢'].map(c => c.repeat(max + 1))
      return {
        refused: [number, truth, object, ['x'], ...past],
        taken: ['', ' ', 'x', '\ttab "quoted" \\', '<b>', '山田', 'x'.repeat(max), '🚢'.repeat(max)],
      }
    }
    case 'integer': {
      const cases = integers[rule.format ?? ''] ?? { refused: [], taken: [] }
      return { ...cases, refused: [text, truth, object, list, ...cases.refused] }
    }
    case 'number':
      return { refused: [text, truth, object, list], taken: [0, -1, 0.1, 1e300, 9007199254740993n] }
    case 'boolean':
      return { refused: ['true', 0, 1, object], taken: [true, false] }
    case 'array':
      return { refused: ['x', number, object, truth], taken: [] }
    default:
      return { refused: ['x', number, list], taken: [] }
  }
}
