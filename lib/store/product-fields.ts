import 'server-only'
import type { MasterSource } from './fill-tables'

/** What is known of a code, by column id of an item, and who said it. */
export type ProductFields = Readonly<Record<string, { readonly text: string; readonly by: MasterSource }>>

/** Fields with what somebody says now. Blank texts say nothing, and what was typed is left to people. */
export function mergeFields(
  before: ProductFields,
  texts: Readonly<Record<string, string>>,
  by: MasterSource,
): ProductFields {
  const said = Object.entries(texts).flatMap(([column, text]) => {
    const known = before[column]
    const isKept = known && (known.text === text || (known.by === 'typed' && by !== 'typed'))
    return text.trim() === '' || isKept ? [] : [[column, { text, by }] as const]
  })
  return { ...before, ...Object.fromEntries(said) }
}

/** The texts alone, of fields as they are stored. */
export const textsOf = (fields: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(fields) as ProductFields).map(([column, { text }]) => [column, text]),
  )
