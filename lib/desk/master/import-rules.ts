import 'server-only'
import type * as z from 'zod'
import type {
  enableRuleSchema,
  LastImport,
  lastImportSchema,
  moveRuleSchema,
  RuleRow,
  saveRulesSchema,
} from '@/lib/desk-api/master/import-rules'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { shopKeys } from '@/lib/import/match/shop-keys'
import { type ImportRule, isRuleOfShop, ruleTopic } from '@/lib/import/rules/rule'
import { writeRuleFile } from '@/lib/import/rules/rule-file'
import { storedRuleSchema } from '@/lib/import/rules/rule-schema'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { database } from '@/lib/store/db/database'
import { listSourceTables } from '@/lib/store/drafts/sources/source-tables'
import { listNewestSources } from '@/lib/store/drafts/sources/sources'
import {
  enableRule as enable,
  listRules,
  moveRule as move,
  deleteRule as remove,
  type StoredRule,
  saveRule as save,
} from '@/lib/store/master/rules'
import { sha256Hex } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('rules')

/** Imports that are searched for the last one of a shop. */
const SEARCHED_IMPORTS = 50

/** The rules for imports of a sheet, in their order. */
export async function rulesOf(sheet: SheetId): Promise<ImportRule[]> {
  const stored = await listRules((await database()).kysely, sheet)
  return stored.flatMap(one => readRule(one) ?? [])
}

/** All rules for their list, in their order. */
export async function listRuleRows(): Promise<RuleRow[]> {
  const stored = await listRules((await database()).kysely)
  return stored.map(one => ({ id: one.id, rule: readRule(one), by: one.by, updatedAt: one.updatedAt }))
}

/** One or all rules as a file that another Lading can import; undefined if there are none. */
export async function ruleFile(
  id: string | 'all',
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const stored = await listRules((await database()).kysely)
  const rules = stored.filter(one => id === 'all' || one.id === id).flatMap(one => readRule(one) ?? [])
  const [first] = rules
  return first && { name: id === 'all' ? t('fileOfAll') : first.name, text: writeRuleFile(rules) }
}

/**
 * Stores rules for all operators: all of them, or none. A rule replaces another one about the same.
 * @throws StorageFullError
 */
export async function saveRules(
  { rules }: z.output<typeof saveRulesSchema>,
  operatorId: string,
): Promise<Result<{ readonly ids: readonly string[] }>> {
  const { accept } = await database()
  const now = new Date()
  try {
    const ids = await accept(async trx => {
      const saved: string[] = []
      for (const { id, position, rule } of rules) {
        const { sheet, isEnabled, ...rest } = rule
        const change = { id, position, sheet, isEnabled, topic: topicOf(rule), rule: rest }
        const outcome = await save(trx, change, operatorId, now)
        if (typeof outcome === 'string') throw new RuleRefused(outcome)
        saved.push(outcome.id)
      }
      return saved
    })
    return ok({ ids })
  } catch (error) {
    if (!(error instanceof RuleRefused)) throw error
    return fail(error.why, t(`problem.${error.why}`))
  }
}

/** Rolls back a transaction after one of its rules was refused. */
class RuleRefused extends Error {
  constructor(readonly why: 'full' | 'gone') {
    super(why)
  }
}

/** Moves a rule one place up or down. Fails with `gone` if it was deleted. */
export async function moveRule({ id, direction }: z.output<typeof moveRuleSchema>): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => move(trx, id, direction))) ? ok(null) : gone()
}

/** Fails with `gone` if the rule was deleted. */
export async function enableRule(
  { id, isEnabled }: z.output<typeof enableRuleSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  const isChanged = await write(trx => enable(trx, id, isEnabled, operatorId, new Date()))
  return isChanged ? ok(null) : gone()
}

/** Deletes a rule; one that is already deleted counts as deleted. Drafts keep the texts that it changed. */
export async function deleteRule(id: string): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, id))
  return ok(null)
}

/** The last file of a shop that was imported into a sheet; null where the desk has none. */
export async function findLastImport({
  sheet,
  shops,
}: z.output<typeof lastImportSchema>): Promise<Result<LastImport | null>> {
  const { kysely } = await database()
  const sources = await listNewestSources(kysely, sheet, SEARCHED_IMPORTS)
  const tables = await listSourceTables(
    kysely,
    sources.map(({ id }) => id),
  )
  const found = sources.find(({ id }) =>
    tables.some(
      ({ source_id, recipe, headings }) =>
        source_id === id &&
        isRuleOfShop({ shops }, shopKeys({ recipe: JSON.parse(recipe), headings: JSON.parse(headings) })),
    ),
  )
  return ok(
    found ? { draftId: found.draft_id, sourceId: found.id, name: found.name, at: found.created_at } : null,
  )
}

const gone = () => fail('gone', t('problem.gone'))

const topicOf = (rule: Parameters<typeof ruleTopic>[0]): string => sha256Hex(ruleTopic(rule)).slice(0, 32)

/** A stored rule; undefined if a newer release wrote it. */
function readRule({ id, sheet, isEnabled, rule }: StoredRule): ImportRule | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined
  const read = storedRuleSchema.safeParse({ ...rule, sheet, isEnabled })
  return read.success ? { id, ...read.data } : undefined
}
