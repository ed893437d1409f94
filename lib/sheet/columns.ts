import { z } from 'zod'
import { type ScreenMeta, screen } from '@/lib/contract/field'
import type { KindName } from './kinds'

/**
 * A column of a sheet: one leaf of the contract.
 * `id` is the leaf's path with `[]` for "each item" (face.md): `recipient.zipCode`, `items[].price`.
 */
export interface Column {
  readonly id: string
  /** Member names from the record, or from the item when `scope` is 'item'. */
  readonly path: readonly string[]
  /** 'record' cells belong to the whole order, 'item' cells to one line of it. */
  readonly scope: 'record' | 'item'
  /** Heading that neighbouring columns share; a key of `lib/words`. */
  readonly group: string
  readonly kind: KindName
  readonly required: boolean
  /** Longest text in characters (code points). */
  readonly max?: number
  readonly choices?: readonly string[]
  /** Initial width in CSS pixels. */
  readonly width: number
  readonly example: string
}

/** What the walk needs of JSON Schema (draft 2020-12, as zod writes it). */
interface Leaf {
  type?: string
  enum?: string[]
  maxLength?: number
  properties?: Record<string, Leaf>
  required?: string[]
  items?: Leaf
  screen?: ScreenMeta
}

/** Columns of a record in the order of its schema; a list of objects becomes the item columns. */
export function columnsOf(record: z.ZodType): Column[] {
  const schema = z.toJSONSchema(record, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const about = screen.get(zodSchema as unknown as z.ZodType)
      if (about) (jsonSchema as Leaf).screen = about
    },
  }) as Leaf
  return walk(schema, [], 'record', '')
}

function walk(node: Leaf, path: readonly string[], scope: Column['scope'], prefix: string): Column[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    if (child.type === 'array' && child.items?.properties) return walk(child.items, [], 'item', `${name}[].`)
    const here = [...path, name]
    if (child.properties) return walk(child, here, scope, prefix)
    return [toColumn(child, here, scope, prefix, node.required?.includes(name) ?? false)]
  })
}

function toColumn(
  leaf: Leaf,
  path: readonly string[],
  scope: Column['scope'],
  prefix: string,
  required: boolean,
): Column {
  const choices = leaf.enum
  return {
    id: `${prefix}${path.join('.')}`,
    path,
    scope,
    group: leaf.screen?.group ?? (scope === 'item' ? 'item' : (path[0] ?? '')),
    kind: choices ? 'choice' : kindOf(leaf.type),
    required,
    ...(leaf.maxLength === undefined ? {} : { max: leaf.maxLength }),
    ...(choices ? { choices } : {}),
    width: leaf.screen?.width ?? 120,
    example: String(leaf.screen?.example ?? ''),
  }
}

const kindByType: Readonly<Record<string, KindName>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
}

const kindOf = (type: string | undefined): KindName => kindByType[type ?? ''] ?? 'text'
