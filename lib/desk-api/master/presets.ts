import * as z from 'zod'
import { countCharacters } from '@/lib/contract/characters'
import { failureMessage } from '@/lib/contract/validation/failure-message'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { Column } from '@/lib/sheet/schema/columns'
import { presetColumns } from '@/lib/sheet/schema/fillable-columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { sheetId } from '../schema-parts'

/** A set of texts for columns that exports do not contain. */
export interface PresetView {
  readonly name: string
  /** By column id. */
  readonly texts: Readonly<Record<string, string>>
  /** Whether every import uses it. */
  readonly isDefault: boolean
  /** Keys of the shops whose imports are filled with it (lib/import/match/shop-keys.ts). */
  readonly shops: readonly string[]
  /** ISO 8601. */
  readonly updatedAt: string
}

/** A preset and its sheet. */
export interface ListedPreset extends PresetView {
  readonly sheet: SheetId
}

/** A field of a preset's form. It has its own name because dots and brackets of column ids have a meaning in forms. */
export interface PresetField {
  readonly name: string
  readonly column: Column
}

/** The fields of a preset of a sheet, in the order of the sheet. */
export const presetFields = (sheet: SheetId): PresetField[] =>
  presetColumns(sheets[sheet]).map(column => ({ name: column.id.replaceAll(/\W+/g, '_'), column }))

/** Longer lists are typed: a country is hard to find among two hundred entries. */
const MAX_OFFERED = 10

/** The values that a field of a preset offers to choose from; undefined: they are typed. */
export function offeredValues(column: Column): readonly string[] | undefined {
  const values = column.kind === 'flag' ? ['true', 'false'] : (column.accepts ?? column.choices)
  return values && values.length <= MAX_OFFERED ? values : undefined
}

/** The texts of a preset by column id, from the fields of its form. Blank fields are left out. */
export const presetTextsOf = (
  sheet: SheetId,
  fields: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    presetFields(sheet).flatMap(({ name: field, column }) => {
      const text = fields[field]?.trim() ?? ''
      return isBlank(text) ? [] : [[column.id, storedText(text, column)]]
    }),
  )

/** Neither database keeps control characters and halves of surrogate pairs as they are. */
export const presetName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,60}$/u, 'fill.presets.badName')

/** Keys of the shop that a file comes from: of its recipe, and of its headings. */
export const shopKeysSchema = z.array(z.string().max(120)).max(4)

/** What is wrong with the text of a column, as `failureMessage`; undefined: nothing, or it is blank. */
function wrong(text: string, column: Column): string | undefined {
  if (isBlank(text)) return undefined
  const reading = kinds[column.kind].read(text, column)
  if ('code' in reading) return failureMessage(reading.code, reading.params)
  const length = countCharacters(text)
  const max = column.max ?? 3000
  return length > max ? failureMessage('too_long', { max, length }) : undefined
}

/** Texts of a preset by the names of its fields. */
export const presetTexts = z.record(z.string().max(200), z.string().max(4000))

/** Adds what is wrong with the fields of a preset to the issues of its schema. */
export function checkPresetFields(
  { sheet, fields }: { readonly sheet: SheetId; readonly fields: Readonly<Record<string, string>> },
  context: z.RefinementCtx,
): void {
  for (const { name: field, column } of presetFields(sheet)) {
    const message = wrong(fields[field] ?? '', column)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['fields', field], message })
  }
}

/** A preset as its form holds it, and as it is sent: fields by their names. */
export const presetSchema = z
  .object({
    sheet: sheetId,
    before: z.string().max(60).optional(),
    name: presetName,
    isDefault: z.enum(['yes', 'no']),
    /** Absent: it keeps its shops. */
    shops: shopKeysSchema.optional(),
    fields: presetTexts,
  })
  .superRefine(checkPresetFields)

export const deletePresetSchema = z.object({ sheet: sheetId, name: z.string().max(60) })
