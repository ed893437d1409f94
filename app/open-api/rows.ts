import type { Description } from '@/lib/contract/openapi/openapi'
import type { Schema } from '@/lib/contract/openapi/schemas'

/** A field of a body, as a line of a table. */
export interface FieldRow {
  /** Path from the entry, `[]` for "each": `items[].price`. */
  readonly path: string
  /** Nesting depth; 0 for the members of the body. */
  readonly depth: number
  readonly isRequired: boolean
  readonly schema: Schema
}

/** The fields of a schema and of the schemas that it refers to, in order. */
export function rowsOf(description: Description, schema: Schema, path = '', depth = 0): FieldRow[] {
  const whole = resolve(description, schema)
  return Object.entries(whole.properties ?? {}).flatMap(([name, member]) => {
    const own = resolve(description, member)
    const here = path === '' ? name : `${path}.${name}`
    const row: FieldRow = {
      path: own.type === 'array' ? `${here}[]` : here,
      depth,
      isRequired: whole.required?.includes(name) ?? false,
      schema: own,
    }
    return [row, ...rowsOf(description, own.items ?? own, row.path, depth + 1)]
  })
}

/** The schema that a reference points to; properties beside the reference override it. */
function resolve(description: Description, { $ref, ...own }: Schema): Schema {
  if ($ref === undefined) return own
  return { ...description.components.schemas[$ref.split('/').at(-1) ?? ''], ...own }
}
