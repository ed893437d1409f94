import { type OpenFile, openFile } from '@/components/import/controller/files/open-file'
import { readAsPreviously } from '@/components/import/controller/files/reopen'
import {
  fetchOriginal,
  fetchStoredFiles,
  readingOfStored,
  type StoredFile,
} from '@/components/import/controller/files/stored-files'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** A file of a draft. */
export interface ImportedFile {
  readonly draftId: string
  readonly sourceId: string
}

/**
 * Opens a stored file as it was imported, to test rules with it. Nothing is imported; the caller closes it.
 * @returns undefined where the file cannot be read now: it was erased, needs a password, or the server does not respond
 */
export async function openForTests(
  { draftId, sourceId }: ImportedFile,
  sheet: SheetId,
): Promise<OpenFile | undefined> {
  const stored = await findStoredFile({ draftId, sourceId })
  const reading = stored && lastReading(stored)
  const before = reading && readingOfStored(stored, reading)
  const file = before && (await fetchOriginal(draftId, sourceId, stored.name))
  if (!before || !file) return undefined
  const open = openFile(sourceId, file, sheet, Promise.resolve([]), () => {})
  const outcome = await readAsPreviously(open, before, reading.tables, { rules: 'none' }).catch(
    () => undefined,
  )
  if (outcome?.kind === 'outline') return open
  open.close()
  return undefined
}

/**
 * Counts what rules would do with a stored file.
 * @param rules in their order; those after another one see what it wrote
 * @returns undefined where the file cannot be read now
 */
export async function testRules(
  imported: ImportedFile,
  sheet: SheetId,
  rules: readonly ImportRule[],
): Promise<readonly RuleCount[] | undefined> {
  const open = await openForTests(imported, sheet)
  const counts = await open?.testRules(rules).catch(() => undefined)
  open?.close()
  return counts
}

/** A file of a draft with its tables; undefined where the server does not know it, or not now. */
export const findStoredFile = async ({ draftId, sourceId }: ImportedFile): Promise<StoredFile | undefined> =>
  (await fetchStoredFiles(draftId))?.find(({ id }) => id === sourceId)

/** The reading of a file with its tables; undefined where it was never read. */
function lastReading({ tables }: StoredFile) {
  const last = tables.at(-1)
  if (!last) return undefined
  const same = tables.filter(({ reading }) => reading === last.reading)
  return { reading: last.reading, tables: same.map(({ position }) => position) }
}
