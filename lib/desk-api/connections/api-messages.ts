import * as z from 'zod'
import { parseJsonFile } from '@/lib/sheet/codecs/parse-json-file'
import { messageTemplate } from '@/lib/sheet/judge/explanations/message-template'
import { fieldKey } from '@/lib/sheet/judge/locate'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { STORABLE_TEXT } from '@/lib/sheet/schema/storable-text'
import type { Language } from '@/lib/words/locale/languages'
import { rowId, sheetId } from '../schema-parts'

/** What identifies a message of a connection: the same prose about the same field. */
export interface MessageKey {
  readonly sheet: SheetId
  /** `fieldKey`; '' for a product, or the record as a whole. */
  readonly field: string
  /** The code of a product's error; '' for orders. */
  readonly code: string
  /** The message without the values in it: numbers are `#`, other values `…`. */
  readonly template: string
}

/** Explanations by operators; '' in a language: Lading's own explanation is shown. */
export type ExplainedMessage = MessageKey & Readonly<Record<Language, string>>

/** A message of a connection as Settings lists it. */
export interface MessageRow extends ExplainedMessage {
  /** The name of the field's column; the field itself if it has no column; '' for a whole record. */
  readonly column: string
  /** The message with the lengths of its values; '' if it has not been received here. */
  readonly example: string
  readonly count: number
  /** ISO 8601. */
  readonly lastSeenAt: string | null
}

const storable = (length: number) => z.string().max(length).regex(STORABLE_TEXT)

const MAX_TEXT = 500
const text = z.string().trim().max(MAX_TEXT, 'explanations.messages.long').regex(STORABLE_TEXT)

const key = { sheet: sheetId, field: storable(300), code: storable(300), template: storable(1100).min(1) }

/** An explanation as the form sends it; blank texts delete it. */
export const explainSchema = z.object({ connectionId: rowId, ...key, en: text, ko: text, ja: text })

/** Maximum size of a file of explanations, in bytes. */
const MAX_FILE_LENGTH = 1_000_000
const MAX_ENTRIES = 500
const FORMAT_VERSION = 1

/** The text of a file of explanations, for one connection. */
export const importExplanationsSchema = z.object({
  connectionId: rowId,
  text: z.string().max(MAX_FILE_LENGTH + 1),
})

/** Why a file is not imported; sentences are in `lib/words`, under `explanations.messages.failure`. */
export type ExplanationFileFailure =
  | { readonly code: 'large' | 'json' | 'other' | 'none' }
  | { readonly code: 'newer'; readonly version: number }
  /** `at` counts entries from 1. */
  | { readonly code: 'wrong'; readonly at: number; readonly place: string }
  | { readonly code: 'repeated'; readonly first: number; readonly at: number }

export type ExplanationFile =
  | { readonly ok: true; readonly explanations: readonly ExplainedMessage[] }
  | { readonly ok: false; readonly failure: ExplanationFileFailure }

/** Explanations as a file that another Lading, or another connection, imports. */
export const writeExplanationFile = (explanations: readonly ExplainedMessage[]): string =>
  `${JSON.stringify(
    {
      ladingExplanations: FORMAT_VERSION,
      explanations: explanations.map(({ sheet, field, code, template, en, ko, ja }) => ({
        sheet,
        field,
        code,
        message: template,
        en,
        ko,
        ja,
      })),
    },
    null,
    2,
  )}\n`

const fileSchema = z.looseObject({ ladingExplanations: z.number(), explanations: z.array(z.unknown()) })
const entrySchema = z
  .strictObject({
    sheet: key.sheet,
    field: key.field.default(''),
    code: key.code.default(''),
    message: key.template,
    en: text.default(''),
    ko: text.default(''),
    ja: text.default(''),
  })
  .refine(({ en, ko, ja }) => en !== '' || ko !== '' || ja !== '', { path: ['en'] })

/** Reads a file of explanations. A file with any invalid entry is rejected as a whole. */
export function readExplanationFile(file: string): ExplanationFile {
  if (file.length > MAX_FILE_LENGTH) return refuse({ code: 'large' })
  const json = parseJsonFile(file)
  if (json === undefined) return refuse({ code: 'json' })
  const read = fileSchema.safeParse(json)
  if (!read.success) return refuse({ code: 'other' })
  const { ladingExplanations: version, explanations: entries } = read.data
  if (version > FORMAT_VERSION) return refuse({ code: 'newer', version })
  if (entries.length === 0) return refuse({ code: 'none' })
  if (entries.length > MAX_ENTRIES) return refuse({ code: 'large' })
  const explanations: ExplainedMessage[] = []
  const seen = new Map<string, number>()
  for (const [position, entry] of entries.entries()) {
    const at = position + 1
    const one = entrySchema.safeParse(entry)
    if (!one.success) return refuse({ code: 'wrong', at, place: placeOf(one.error.issues[0]) })
    const { message, ...rest } = one.data
    const explained = {
      ...rest,
      // A hand-written file may contain original messages, and fields in any spelling.
      field: fieldKey(rest.field, sheets[rest.sheet]),
      template: messageTemplate(message, []),
    }
    const name = messageName(explained)
    const first = seen.get(name)
    if (first !== undefined) return refuse({ code: 'repeated', first, at })
    seen.set(name, at)
    explanations.push(explained)
  }
  return { ok: true, explanations }
}

/** A text that identifies a message: a key for maps and lists. */
export const messageName = ({ sheet, field, code, template }: MessageKey): string =>
  JSON.stringify([sheet, field, code, template])

const refuse = (failure: ExplanationFileFailure): ExplanationFile => ({ ok: false, failure })

const placeOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '')
