import * as z from 'zod'
import { type ContentKind, type ScreenMeta, screen } from '@/lib/contract/field'

/** How the text of a cell is read (kinds.ts). */
export type CellKindName = 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'list'

/** Steps from a record, or from one of its lines, to a member: names, and positions in lists. */
export type Path = readonly (string | number)[]

/**
 * A column of a sheet: one leaf of the contract.
 * `id` is the path of the leaf with `[]` for "each": `recipient.zipCode`, `items[].price`. A list that a
 * sheet lays out in several columns has an index:
 * `productOptionGroup[].productOptionGroupName[1].productOptionGroupName`.
 */
export interface Column {
  readonly id: string
  /** Path from the record, or from the item when `scope` is 'item'. */
  readonly path: Path
  /** 'record' cells belong to the whole record, 'item' cells to one line of it. */
  readonly scope: 'record' | 'item'
  /** Heading that neighbouring columns share; a key of `lib/words`. */
  readonly group: string
  readonly kind: CellKindName
  readonly required: boolean
  /** Longest text in characters (code points). */
  readonly max?: number
  readonly choices?: readonly string[]
  /** The choices that are accepted, when not all of them are. */
  readonly accepts?: readonly string[]
  /** What the stricter sheet accepts here: other texts get a warning, never a failure. */
  readonly hint?: Pick<Column, 'max' | 'choices'>
  /** Whether the text is the address of a page or an image. */
  readonly url: boolean
  /** Whether the text is personal data, which is erased after its retention period. */
  readonly personal: boolean
  /** What the text holds, for kinds of texts that spreadsheets are known to damage. */
  readonly holds?: ContentKind
  /** Key of its names below `columns` in `lib/words`, where that is not its path. */
  readonly wordsKey?: string
  /** Whether the texts come from results of the service: operators read and copy them, and no act writes them. */
  readonly isReadOnly?: true
  /** Initial width in CSS pixels. */
  readonly width: number
  readonly example: string
}

/** Key of a column's names below `columns` in `lib/words`. */
export const wordsKeyOf = ({ id, wordsKey }: Pick<Column, 'id' | 'wordsKey'>): string =>
  wordsKey ?? id.replaceAll('[]', '')

/** How a record is laid out in lines and columns. Lists are named by path, with `[]` for "each". */
export interface RecordLayout {
  /** The list whose elements are the lines of a record. */
  readonly lines: string
  /** Lists whose elements have their own columns, and how many elements. A single element has no index in ids. */
  readonly lists?: Readonly<Record<string, number>>
  /** Names of members that are derived from others and not typed. */
  readonly derived?: readonly string[]
}

/** The parts of JSON Schema (draft 2020-12, as zod writes it) that columns are made from. */
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

interface SchemaPosition {
  readonly path: Path
  readonly scope: Column['scope']
  /** The path as ids write it. */
  readonly id: string
}

/** Columns of a record in the order of its schema. */
export function columnsOf(record: z.ZodType, layout: RecordLayout): Column[] {
  const schema = z.toJSONSchema(record, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = zodSchema as unknown as z.ZodType
      const leaf = jsonSchema as Leaf
      const meta = screen.get(schema)
      if (!meta) return
      leaf.screen = meta
      // The contract documents an enumeration in full, also when it accepts only some of its values.
      const taken = leaf.enum?.filter(value => schema.safeParse(value).success)
      if (taken && taken.length < (leaf.enum?.length ?? 0)) leaf.accepts = taken
    },
  }) as Leaf
  return columnsIn(schema, { path: [], scope: 'record', id: '' }, layout)
}

/** The path of a record's lines: `['items']`, `['productOptionGroup', 0, 'productOption']`. */
export const linesPath = ({ lines }: RecordLayout): Path =>
  lines.split('.').flatMap(name => (name.endsWith('[]') ? [name.slice(0, -2), 0] : [name]))

function columnsIn(node: Leaf, at: SchemaPosition, layout: RecordLayout): Column[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    if (layout.derived?.includes(name)) return []
    const here = { ...at, path: [...at.path, name], id: at.id === '' ? name : `${at.id}.${name}` }
    if (child.items?.properties) return columnsInList(child.items, here, layout)
    if (child.properties) return columnsIn(child, here, layout)
    return [toColumn(child, here, node.required?.includes(name) ?? false)]
  })
}

function columnsInList(element: Leaf, at: SchemaPosition, layout: RecordLayout): Column[] {
  if (idWithoutIndex(at.id) === layout.lines) {
    return columnsIn(element, { path: [], scope: 'item', id: `${at.id}[]` }, layout)
  }
  const count = layout.lists?.[idWithoutIndex(at.id)]
  if (count === undefined) throw new Error(`the sheet does not say how ${at.id} is laid out`)
  return Array.from({ length: count }, (_, i) =>
    columnsIn(element, { ...at, path: [...at.path, i], id: `${at.id}[${count === 1 ? '' : i}]` }, layout),
  ).flat()
}

const idWithoutIndex = (id: string): string => id.replaceAll(/\[\d+\]/g, '[]')

function toColumn(leaf: Leaf, { path, scope, id }: SchemaPosition, required: boolean): Column {
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

const kindByType: Readonly<Record<string, CellKindName>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
  array: 'list',
}

const kindOf = (type: string | undefined): CellKindName => kindByType[type ?? ''] ?? 'text'
