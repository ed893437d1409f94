import * as z from 'zod'
import { countCharacters } from '@/lib/contract/characters'
import { failureMessage } from '@/lib/contract/failure-message'
import type { Column } from '@/lib/sheet/schema/columns'
import { presetColumns } from '@/lib/sheet/schema/fillable-columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { sheetId } from './schema-parts'

/** A set of texts for columns that exports do not contain. */
export interface PresetView {
  readonly name: string
  /** By column id. */
  readonly texts: Readonly<Record<string, string>>
  /** Whether every import uses it. */
  readonly isDefault: boolean
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

/** Control characters and lone surrogates, which databases change or reject. */
const name = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,60}$/u, 'fill.presets.badName')

/** The failure of a column's text, as `failureMessage`; undefined if the text is valid or blank. */
function wrong(text: string, column: Column): string | undefined {
  if (isBlank(text)) return undefined
  const reading = kinds[column.kind].read(text, column)
  if ('code' in reading) return failureMessage(reading.code, reading.params)
  const length = countCharacters(text)
  const max = column.max ?? 3000
  return length > max ? failureMessage('too_long', { max, length }) : undefined
}

/** A preset as its form sends it: texts by field name. */
export const presetSchema = z
  .object({
    sheet: sheetId,
    before: z.string().max(60).optional(),
    name,
    isDefault: z.enum(['yes', 'no']),
    fields: z.record(z.string().max(200), z.string().max(4000)),
  })
  .superRefine(({ sheet, fields }, context) => {
    for (const { name: field, column } of presetFields(sheet)) {
      const message = wrong(fields[field] ?? '', column)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['fields', field], message })
    }
  })

export const dropPresetSchema = z.object({ sheet: sheetId, name: z.string().max(60) })
