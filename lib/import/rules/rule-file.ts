import * as z from 'zod'
import { parseJsonFile } from '@/lib/sheet/codecs/parse-json-file'
import type { ImportRule, NewRule } from './rule'
import { ruleTopic } from './rule'
import { storedRuleSchema } from './rule-schema'

/** Maximum size of a file of rules, in characters. */
const MAX_RULE_FILE_LENGTH = 1_000_000
const MAX_RULES = 500
const FORMAT_VERSION = 1

/** Why a file is rejected. `lib/words` has a sentence for each code, under `rules.failure`. */
export type RuleFileFailure =
  | { readonly code: 'large' | 'json' | 'other' | 'none' }
  | { readonly code: 'newer'; readonly version: number }
  | { readonly code: 'wrong'; readonly place: string; readonly rule: string }

type RuleFile =
  | { readonly ok: true; readonly rules: readonly NewRule[] }
  | { readonly ok: false; readonly failure: RuleFileFailure }

/**
 * Rules as a file that can be imported elsewhere, in their order. Ids are not exported: the importing
 * side assigns them.
 */
export function writeRuleFile(rules: readonly ImportRule[]): string {
  return `${JSON.stringify({ ladingRules: FORMAT_VERSION, rules: rules.map(({ id: _, ...rule }) => rule) }, null, 2)}\n`
}

const fileSchema = z.looseObject({ ladingRules: z.number(), rules: z.array(z.unknown()) })

/** Reads a file of rules. A file with any invalid rule is rejected as a whole. */
export function readRuleFile(text: string): RuleFile {
  if (text.length > MAX_RULE_FILE_LENGTH) return refuse({ code: 'large' })
  const parsed = parseJsonFile(text)
  if (parsed === undefined) return refuse({ code: 'json' })
  const file = fileSchema.safeParse(parsed)
  if (!file.success) return refuse({ code: 'other' })
  const { ladingRules: version, rules } = file.data
  if (version > FORMAT_VERSION) return refuse({ code: 'newer', version })
  if (rules.length === 0) return refuse({ code: 'none' })
  if (rules.length > MAX_RULES) return refuse({ code: 'large' })
  const read: NewRule[] = []
  for (const rule of rules) {
    const result = storedRuleSchema.safeParse(rule)
    if (!result.success)
      return refuse({
        code: 'wrong',
        rule: nameOf(rule),
        place: result.error.issues[0]?.path.join('.') || nameOf(rule),
      })
    read.push(result.data)
  }
  return { ok: true, rules: read }
}

const refuse = (failure: RuleFileFailure): RuleFile => ({ ok: false, failure })

const nameOf = (rule: unknown): string => {
  const { success, data } = z.looseObject({ name: z.string() }).safeParse(rule)
  return success ? data.name.slice(0, 100) : '?'
}

/** What the import of a rule from a file would do. */
export type RuleComparison =
  | { readonly kind: 'new'; readonly rule: NewRule }
  /** The rule replaces one that does another thing with the same lines. */
  | { readonly kind: 'different'; readonly rule: NewRule; readonly before: ImportRule }
  | { readonly kind: 'same'; readonly rule: NewRule }

/** Compares the rules of a file with those that are stored, by what they do: names and the switch do not count. */
export function compareRules(stored: readonly ImportRule[], file: readonly NewRule[]): RuleComparison[] {
  const known = new Map(stored.map(rule => [ruleTopic(rule), rule]))
  return file.map(rule => {
    const before = known.get(ruleTopic(rule))
    if (!before) return { kind: 'new', rule }
    const isSame = JSON.stringify(before.action) === JSON.stringify(rule.action)
    return isSame ? { kind: 'same', rule } : { kind: 'different', rule, before }
  })
}
