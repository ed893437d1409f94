import * as z from 'zod'
import { parseJsonFile } from '@/lib/sheet/codecs/parse-json-file'
import { fitsSheet, ruleSchema, severities } from '@/lib/sheet/judge/requirements/requirement'
import { sheets } from '@/lib/sheet/schema/sheets'
import { rowId, sheetId } from '../schema-parts'
import { type ListedRequirement, requirementKey } from './requirements'

/** Maximum size of a file of requirements, in characters. */
const MAX_FILE_LENGTH = 1_000_000
const MAX_ENTRIES = 200
const FORMAT_VERSION = 1

/** The text of a file of requirements, for one connection. */
export const importRequirementsSchema = z.object({
  connectionId: rowId,
  text: z.string().max(MAX_FILE_LENGTH + 1),
})

export type FiledRequirement = Pick<ListedRequirement, 'sheet' | 'column' | 'rule' | 'severity' | 'isEnabled'>

/** Why a file is not imported; sentences are in `lib/words`, under `requirements.failure`. */
type RequirementFileFailure =
  | { readonly code: 'large' | 'json' | 'other' | 'none' }
  | { readonly code: 'newer'; readonly version: number }
  /** `at` counts entries from 1. */
  | { readonly code: 'wrong'; readonly at: number; readonly place: string }
  | { readonly code: 'repeated'; readonly first: number; readonly at: number }

type RequirementFile =
  | { readonly ok: true; readonly requirements: readonly FiledRequirement[] }
  | { readonly ok: false; readonly failure: RequirementFileFailure }

/** Requirements as a file that another Lading, or another connection, imports. */
export const writeRequirementFile = (requirements: readonly FiledRequirement[]): string =>
  `${JSON.stringify(
    {
      ladingRequirements: FORMAT_VERSION,
      requirements: requirements.map(({ sheet, column, rule, severity, isEnabled }) => ({
        sheet,
        column,
        rule,
        severity,
        isEnabled,
      })),
    },
    null,
    2,
  )}\n`

const fileSchema = z.looseObject({ ladingRequirements: z.number(), requirements: z.array(z.unknown()) })
const entrySchema = z
  .strictObject({
    sheet: sheetId,
    column: z.string().max(100),
    rule: ruleSchema,
    severity: z.enum(severities).default('error'),
    isEnabled: z.boolean().default(true),
  })
  .refine(one => fitsSheet(one, sheets[one.sheet]), { path: ['column'] })

/** Reads a file of requirements. A file with any invalid entry is rejected as a whole. */
export function readRequirementFile(file: string): RequirementFile {
  if (file.length > MAX_FILE_LENGTH) return refuse({ code: 'large' })
  const json = parseJsonFile(file)
  if (json === undefined) return refuse({ code: 'json' })
  const read = fileSchema.safeParse(json)
  if (!read.success) return refuse({ code: 'other' })
  const { ladingRequirements: version, requirements: entries } = read.data
  if (version > FORMAT_VERSION) return refuse({ code: 'newer', version })
  if (entries.length === 0) return refuse({ code: 'none' })
  if (entries.length > MAX_ENTRIES) return refuse({ code: 'large' })
  const requirements: FiledRequirement[] = []
  const seen = new Map<string, number>()
  for (const [position, entry] of entries.entries()) {
    const at = position + 1
    const one = entrySchema.safeParse(entry)
    if (!one.success) {
      const [issue] = one.error.issues
      const place = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
      return refuse({ code: 'wrong', at, place: place ?? '' })
    }
    const name = requirementKey(one.data)
    const first = seen.get(name)
    if (first !== undefined) return refuse({ code: 'repeated', first, at })
    seen.set(name, at)
    requirements.push(one.data)
  }
  return { ok: true, requirements }
}

const refuse = (failure: RequirementFileFailure): RequirementFile => ({ ok: false, failure })
