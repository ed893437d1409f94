import * as z from 'zod'
import type { ImportRule } from '@/lib/import/rules/rule'
import { newRuleSchema } from '@/lib/import/rules/rule-schema'
import { rowId as id, sheetId } from '../schema-parts'
import { shopKeysSchema } from './presets'

/** Rules to store; one with an id changes the stored rule. `position`: the place of a new rule in the list, from 0. */
export const saveRulesSchema = z.object({
  rules: z
    .array(
      z.object({
        id: id.optional(),
        position: z.int().min(0).max(10_000).optional(),
        // A name that the operator left blank is derived by the browser, which knows the words.
        rule: newRuleSchema.refine(({ name }) => name !== '', 'rules.problem.nameless'),
      }),
    )
    .min(1)
    .max(500),
})

export const ruleIdSchema = z.object({ id })

export const moveRuleSchema = z.object({ id, direction: z.enum(['up', 'down']) })

export const enableRuleSchema = z.object({ id, isEnabled: z.boolean() })

/** The sheet and the shop of a rule that is tested; no shop: that of any import. */
export const lastImportSchema = z.object({ sheet: sheetId, shops: shopKeysSchema })

/** A rule as the page lists it. */
export interface RuleRow {
  readonly id: string
  /** Undefined if a newer release wrote it; it is not applied. */
  readonly rule: ImportRule | undefined
  readonly by: string
  /** ISO 8601. */
  readonly updatedAt: string
}

/** The last file that was imported into a sheet, with which a rule can be tested. */
export interface LastImport {
  readonly draftId: string
  readonly sourceId: string
  readonly name: string
  /** ISO 8601. */
  readonly at: string
}
