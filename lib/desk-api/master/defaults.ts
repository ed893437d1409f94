import * as z from 'zod'
import { MAX_MISSING_ITEMS } from '@/lib/import/lines/fill/missing-defaults'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheetId } from '../schema-parts'
import { checkPresetFields, presetName, presetTexts, shopKeysSchema } from './presets'
import { columnOf, fieldNames, validationFailure } from './product-master'

/** Texts of an item by the names of its fields in the product master; absent or blank: nothing is set. */
const itemTexts = z.partialRecord(z.enum(fieldNames), z.string().trim().max(4000))

const defaultItem = z.object({
  /** '' for an item without one, which is not saved. */
  code: z.string().trim().max(200),
  /** Its name in the orders, for the product master; one that is too long is left out. */
  name: z.string().trim().max(4000).catch(''),
  texts: itemTexts,
})

/** What an operator sets once for all orders of a shop. */
export const defaultsSchema = z
  .object({
    sheet: sheetId,
    /** Keys of the shop; none: the preset fills every import, unless another one does. */
    shops: shopKeysSchema,
    /** Whether the fields are saved as a preset. Items with a code are saved in any case. */
    isSaved: z.boolean(),
    /** The name of the preset; blank where none is saved. */
    name: z.string().trim().max(60),
    /** By the names of `presetFields`. */
    fields: presetTexts,
    items: z.array(defaultItem).max(MAX_MISSING_ITEMS),
  })
  .superRefine(({ isSaved, name, items, ...preset }, context) => {
    if (isSaved && !presetName.safeParse(name).success)
      context.addIssue({ code: 'custom', path: ['name'], message: 'intake.defaults.badName' })
    checkPresetFields(preset, context)
    for (const [at, { texts }] of items.entries()) {
      for (const field of fieldNames) {
        const message = validationFailure(field, texts[field] ?? '')
        if (message === undefined) continue
        context.addIssue({ code: 'custom', path: ['items', at, 'texts', field], message })
      }
    }
  })

export type Defaults = z.output<typeof defaultsSchema>

/** What was saved: the name of the preset, if one was. */
export interface SavedDefaults {
  readonly preset: string | undefined
}

/** The sender that was used last; '' where none was. */
export interface LastSender {
  readonly name: string
  readonly contact: string
}

/** Texts of an item by column id; blank ones are left out. */
export const itemTextsOf = (texts: Defaults['items'][number]['texts']): Texts =>
  Object.fromEntries(
    fieldNames.flatMap(field => {
      const text = texts[field] ?? ''
      return text === '' ? [] : [[columnOf(field), text]]
    }),
  )
