import * as z from 'zod'
import { countCharacters } from '@/lib/contract/characters'
import type { Column } from '@/lib/sheet/columns'
import { isBlank, kinds } from '@/lib/sheet/kinds'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { failureSentence } from '@/lib/words/sentences'
import { presetFields } from './fields'

const sheetId = z.enum(Object.keys(sheets) as [SheetId])
/** Neither database keeps control characters and halves of surrogate pairs as they are. */
const name = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,60}$/u, 'fill.presets.badName')

/** What is wrong with the text of a column; undefined: nothing, or it is blank. */
function wrong(text: string, column: Column): string | undefined {
  if (isBlank(text)) return undefined
  const reading = kinds[column.kind].read(text, column)
  if ('code' in reading) return failureSentence(reading.code, reading.params)
  const length = countCharacters(text)
  const max = column.max ?? 3000
  return length > max ? failureSentence('too_long', { max, length }) : undefined
}

/** A preset as its form holds it, and as it is sent: fields by their names. */
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
