import * as z from 'zod'
import { type Holds, type ScreenMeta, screen } from '@/lib/contract/field'

/** How a cell's text is read; each kind answers for itself (kinds.ts). */
export type KindName = 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'list'

/** Steps from a record, or from one of its lines, to a member: names, and positions in lists. */
export type Path = readonly (string | number)[]

/**
 * A column of a sheet: one leaf of the contract.
 * `id` is the leaf's path with `[]` for "each" (face.md): `recipient.zipCode`, `items[].price`. A list that a sheet
 * lays out in several columns is counted: `productOptionGroup[].productOptionGroupName[1].productOptionGroupName`.
 */
export interface Column {
  readonly id: string
  /** From the record, or from the line's own part when `scope` is 'item'. */
  readonly path: Path
  /** 'record' cells belong to the whole record, 'item' cells to one line of it. */
  readonly scope: 'record' | 'item'
  /** Heading that neighbouring columns share; a key of `lib/words`. */
  readonly group: string
  readonly kind: KindName
  readonly required: boolean
  /** Longest text in characters (code points). */
  readonly max?: number
  readonly choices?: readonly string[]
  /** Those of the choices that are taken, where that is not all of them. */
  readonly accepts?: readonly string[]
  /** What a stricter variant takes here: shown and warned of, never refused. */
  readonly hint?: Pick<Column, 'max' | 'choices'>
  /** Whether the text is the address of a page or an image. */
  readonly url: boolean
  /** Whether the text tells of a person: it is erased once nobody needs it any more. */
  readonly personal: boolean
  /** What the text is, where such texts are known to get damaged. */
  readonly holds?: Holds
  /** Initial width in CSS pixels. */
  readonly width: number
  readonly example: string
}

/** How a record is laid out in lines and columns. Lists are named by their paths, `[]` for "each". */
export interface Layout {
  /** The list whose elements are the lines of a record. */
  readonly lines: string
  /** Lists of which the sheet shows so many elements, each in columns of its own. One alone is not counted in ids. */
  readonly lists?: Readonly<Record<string, number>>
  /** Names of members that nobody types: they follow from the others. */
  readonly derived?: readonly string[]
}

/** What the walk needs of JSON Schema (draft 2020-12, as zod writes it). */
interface Leaf {
  type?: string
  enum?: string[]
  accepts?: string[]
  maxLength?: number
  properties?: Record<string, Leaf>
  required?: string[]
  items?: Leaf
  screen?: ScreenMeta
}

/** Where the walk stands. */
interface Place {
  readonly path: Path
  readonly scope: Column['scope']
  /** The path as ids write it. */
  readonly id: string
}

/** Columns of a record in the order of its schema. */
export function columnsOf(record: z.ZodType, layout: Layout): Column[] {
  const schema = z.toJSONSchema(record, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = zodSchema as unknown as z.ZodType
      const leaf = jsonSchema as Leaf
      const about = screen.get(schema)
      if (!about) return
      leaf.screen = about
      // An enumeration is documented in full, also where less of it is taken.
      const taken = leaf.enum?.filter(value => schema.safeParse(value).success)
      if (taken && taken.length < (leaf.enum?.length ?? 0)) leaf.accepts = taken
    },
  }) as Leaf
  return walk(schema, { path: [], scope: 'record', id: '' }, layout)
}

/** The path of a record's lines: `['items']`, `['productOptionGroup', 0, 'productOption']`. */
export const linesPath = ({ lines }: Layout): Path =>
  lines.split('.').flatMap(name => (name.endsWith('[]') ? [name.slice(0, -2), 0] : [name]))

function walk(node: Leaf, at: Place, layout: Layout): Column[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    if (layout.derived?.includes(name)) return []
    const here = { ...at, path: [...at.path, name], id: at.id === '' ? name : `${at.id}.${name}` }
    if (child.items?.properties) return walkList(child.items, here, layout)
    if (child.properties) return walk(child, here, layout)
    return [toColumn(child, here, node.required?.includes(name) ?? false)]
  })
}

function walkList(element: Leaf, at: Place, layout: Layout): Column[] {
  if (plainId(at.id) === layout.lines) {
    return walk(element, { path: [], scope: 'item', id: `${at.id}[]` }, layout)
  }
  const count = layout.lists?.[plainId(at.id)]
  if (count === undefined) throw new Error(`the sheet does not say how ${at.id} is laid out`)
  return Array.from({ length: count }, (_, i) =>
    walk(element, { ...at, path: [...at.path, i], id: `${at.id}[${count === 1 ? '' : i}]` }, layout),
  ).flat()
}

const plainId = (id: string): string => id.replaceAll(/\[\d+\]/g, '[]')

function toColumn(leaf: Leaf, { path, scope, id }: Place, required: boolean): Column {
  const choices = leaf.enum
  return {
    id,
    path,
    scope,
    group: leaf.screen?.group ?? (scope === 'item' ? 'item' : String(path[0] ?? '')),
    kind: choices ? 'choice' : kindOf(leaf.type),
    required,
    ...(leaf.maxLength === undefined ? {} : { max: leaf.maxLength }),
    ...(choices ? { choices } : {}),
    ...(leaf.accepts ? { accepts: leaf.accepts } : {}),
    url: leaf.screen?.url ?? false,
    personal: leaf.screen?.personal ?? false,
    ...(leaf.screen?.holds ? { holds: leaf.screen.holds } : {}),
    width: leaf.screen?.width ?? 120,
    example: [leaf.screen?.example ?? ''].flat().join(' '),
  }
}

const kindByType: Readonly<Record<string, KindName>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
  array: 'list',
}

const kindOf = (type: string | undefined): KindName => kindByType[type ?? ''] ?? 'text'
