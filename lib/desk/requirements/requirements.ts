import 'server-only'
import type * as z from 'zod'
import {
  type importRequirementsSchema,
  readRequirementFile,
  writeRequirementFile,
} from '@/lib/desk-api/connections/requirement-file'
import {
  type enableRequirementSchema,
  type ListedRequirement,
  type RequirementForm,
  requirementKey,
  type requirementKeySchema,
  requirementOf,
  type SheetRequirement,
} from '@/lib/desk-api/connections/requirements'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { fitsSheet, type Requirement, ruleSchema } from '@/lib/sheet/judge/requirements/requirement'
import { findSheetById, type SheetId } from '@/lib/sheet/schema/sheets'
import { findConnection } from '@/lib/store/connections/connections'
import { deleteSuggestion } from '@/lib/store/connections/requirement-suggestions'
import {
  listRequirements as list,
  deleteRequirement as remove,
  type StoredRequirement,
  saveRequirements,
} from '@/lib/store/connections/requirements'
import { type Db, database } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('requirements')
const tFailure = getTranslations('requirements.failure')

/** The requirements of a connection. Those that this release does not know are left out. */
export async function listRequirements(connectionId: string): Promise<ListedRequirement[]> {
  return (await list((await database()).kysely, connectionId)).flatMap(one => parseStored(one) ?? [])
}

/** The enabled requirements of connections for a sheet, by connection. */
export async function requirementsBySheet(
  handle: Db,
  sheet: SheetId,
  connectionId?: string,
): Promise<ReadonlyMap<string, readonly Requirement[]>> {
  const found = new Map<string, Requirement[]>()
  for (const stored of await list(handle, connectionId)) {
    const one = parseStored(stored)
    if (!one?.isEnabled || one.sheet !== sheet) continue
    const { column, rule, severity } = one
    found.set(stored.connectionId, [...(found.get(stored.connectionId) ?? []), { column, rule, severity }])
  }
  return found
}

function parseStored(stored: StoredRequirement & { by: string; at: string }): ListedRequirement | undefined {
  const { severity, isEnabled, by, at } = stored
  const parsed = parseStoredRule(stored)
  return parsed && { ...parsed, severity, isEnabled, by, at }
}

/** A stored rule with its sheet and column; undefined if this release does not know it. */
export function parseStoredRule(
  stored: Pick<StoredRequirement, 'sheet' | 'column' | 'rule'>,
): Pick<ListedRequirement, 'sheet' | 'column' | 'rule'> | undefined {
  const sheet = findSheetById(stored.sheet)
  const rule = ruleSchema.safeParse(JSON.parse(stored.rule))
  const { column } = stored
  if (!sheet || !rule.success || !fitsSheet({ column, rule: rule.data }, sheet)) return undefined
  return { sheet: sheet.id, column, rule: rule.data }
}

/** Saves a new requirement, or replaces the one that the form was opened with. @throws StorageFullError */
export async function saveRequirement(form: RequirementForm, operatorId: string): Promise<Result<null>> {
  const { connectionId, before } = form
  const requirement = requirementOf(form)
  const isSame =
    before && before.sheet === form.sheet && before.column === form.column && before.kind === form.kind
  const listed = await listRequirements(connectionId)
  const taken = listed.find(one => requirementKey(one) === requirementKey(requirement))
  if (taken && !isSame) return fail('input', t('taken'), [{ name: 'kind', message: t('taken') }])
  const isEnabled = before
    ? listed.find(
        one => one.sheet === before.sheet && one.column === before.column && one.rule.kind === before.kind,
      )?.isEnabled
    : true
  return save(connectionId, [{ ...requirement, isEnabled: isEnabled ?? true }], operatorId, {
    replaced: before && !isSame ? { connectionId, ...before } : undefined,
  })
}

/** Turns a requirement on or off. @throws StorageFullError */
export async function enableRequirement(
  { connectionId, sheet, column, kind, isEnabled }: z.output<typeof enableRequirementSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const listed = await listRequirements(connectionId)
  const one = listed.find(
    known => known.sheet === sheet && known.column === column && known.rule.kind === kind,
  )
  return one ? save(connectionId, [{ ...one, isEnabled }], operatorId) : fail('gone', t('requirementGone'))
}

/** Succeeds as well if the requirement was deleted before. */
export async function deleteRequirement(key: z.output<typeof requirementKeySchema>): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, key))
  return ok(null)
}

/**
 * Adds the requirements of a file to a connection, in place of those of the same kinds; all of them, or none.
 * @throws StorageFullError
 */
export async function importRequirements(
  { connectionId, text }: z.output<typeof importRequirementsSchema>,
  operatorId: string,
): Promise<Result<{ count: number }>> {
  const file = readRequirementFile(text)
  if (!file.ok) {
    const { code, ...about } = file.failure
    return fail(code, tFailure(code, about))
  }
  const result = await save(connectionId, file.requirements, operatorId)
  return result.ok ? ok({ count: file.requirements.length }) : result
}

/** The requirements of a connection as a file; undefined if there are none. */
export async function requirementFile(
  connectionId: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const connection = await findConnection((await database()).kysely, connectionId)
  const requirements = await listRequirements(connectionId)
  if (!connection || requirements.length === 0) return undefined
  return { name: `${t('fileName')} ${connection.name}`, text: writeRequirementFile(requirements) }
}

/** Saves requirements that rejections suggested. @throws StorageFullError */
export const saveSuggested = (
  connectionId: string,
  requirements: readonly (SheetRequirement & { readonly isEnabled: boolean })[],
  operatorId: string,
): Promise<Result<null>> => save(connectionId, requirements, operatorId)

/** Rolls back a transaction that would exceed the maximum number of requirements. */
class FullError extends Error {}

async function save(
  connectionId: string,
  requirements: readonly (SheetRequirement & { readonly isEnabled: boolean })[],
  operatorId: string,
  { replaced }: { readonly replaced?: z.output<typeof requirementKeySchema> | undefined } = {},
): Promise<Result<null>> {
  const { kysely, accept } = await database()
  if (!(await findConnection(kysely, connectionId))) return fail('gone', t('gone'))
  const rows = requirements.map(
    ({ sheet, column, rule, severity, isEnabled }): StoredRequirement => ({
      connectionId,
      sheet,
      column,
      kind: rule.kind,
      severity,
      isEnabled,
      rule: JSON.stringify(rule),
    }),
  )
  try {
    await accept(async trx => {
      if (replaced) await remove(trx, replaced)
      if (!(await saveRequirements(trx, rows, operatorId, new Date().toISOString()))) throw new FullError()
      for (const row of rows) await deleteSuggestion(trx, row)
    })
  } catch (error) {
    if (error instanceof FullError) return fail('full', t('full'))
    throw error
  }
  return ok(null)
}
