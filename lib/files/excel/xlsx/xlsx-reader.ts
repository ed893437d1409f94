import type { Table } from '@/lib/files/book/book'
import type { Progress } from '@/lib/files/book/progress'
import { damagedFile } from '@/lib/files/book/read-error'
import { hasLostCharacters, type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import type { ZipArchive, ZipEntry } from '@/lib/files/container/zip-reader'
import type { DateSystem } from '@/lib/files/excel/cells/date-text'
import { readNumberFormats } from '@/lib/files/excel/cells/number-formats'
import { xmlTags } from '@/lib/files/excel/xml'
import { decodeUtf8, decodeUtf8Chunks } from '@/lib/files/excel/xml-chunks'
import { readSharedStrings } from './shared-strings'
import type { WorkbookContext } from './xlsx-row'
import { SheetScanner, withoutPrefix } from './xlsx-sheet'

/** Finds the part of an archive that is the workbook. */
export function findWorkbook(archive: ZipArchive): ZipEntry | undefined {
  const root = archive.find('_rels/.rels')
  const found =
    root && relationshipsOf(archive, root, '').find(({ type }) => type.endsWith('/officeDocument'))
  return (found && archive.find(found.target)) ?? archive.find('xl/workbook.xml')
}

/**
 * Reads the sheets of an XLSX file.
 * @throws ReadError where the file is damaged or beyond a limit
 */
export async function readXlsx(
  archive: ZipArchive,
  workbook: ZipEntry,
  budget: ReadBudget,
  progress: Progress,
): Promise<Table[]> {
  const folder = workbook.name.slice(0, workbook.name.lastIndexOf('/') + 1)
  const file = workbook.name.slice(folder.length)
  const links = archive.find(`${folder}_rels/${file}.rels`)
  const relationships = links ? relationshipsOf(archive, links, folder) : []
  const part = (kind: string) => {
    const target = relationships.find(({ type }) => type.endsWith(`/${kind}`))?.target
    return target === undefined ? undefined : archive.find(target)
  }
  const { sheets, system } = readWorkbook(readPartText(archive, workbook))
  const styles = part('styles')
  const strings = part('sharedStrings')
  const context: WorkbookContext = {
    strings: strings ? await readStrings(archive, strings, budget, progress.part(0, 0.2)) : [],
    formats: styles ? readNumberFormats(readPartText(archive, styles)) : [],
    system,
  }
  const tables: Table[] = []
  const entries = sheets.map(sheet => {
    const target = relationships.find(
      ({ id, type }) => id === sheet.link && type.endsWith('/worksheet'),
    )?.target
    return { ...sheet, entry: target === undefined ? undefined : archive.find(target) }
  })
  const total = entries.reduce((sum, { entry }) => sum + (entry?.size ?? 0), 1)
  let done = 0
  for (const { name, isHidden, entry } of entries) {
    // Charts are sheets without cells.
    if (!entry) continue
    const share = progress.part(0.2 + (0.8 * done) / total, 0.2 + (0.8 * (done + entry.size)) / total)
    const builder = new TableBuilder(budget)
    await readSheet(archive, entry, new SheetScanner(builder, context), budget, share)
    tables.push(builder.build(name, isHidden))
    done += entry.size
  }
  return tables
}

async function readSheet(
  archive: ZipArchive,
  entry: ZipEntry,
  scanner: SheetScanner,
  budget: ReadBudget,
  progress: Progress,
): Promise<void> {
  let done = 0
  for (const chunk of decodeUtf8Chunks(archive.chunks(entry))) {
    done += chunk.length
    if (hasLostCharacters(chunk)) budget.hasLostCharacters = true
    scanner.push(chunk)
    if (progress.isDue) await progress.checkpoint(done / entry.size)
  }
  scanner.end()
}

/** Reads a part into memory. @throws ReadError where it is damaged, too large, or no UTF-8 */
export function readPartText(archive: ZipArchive, entry: ZipEntry): string {
  return decodeUtf8(archive.read(entry))
}

async function readStrings(
  archive: ZipArchive,
  entry: ZipEntry,
  budget: ReadBudget,
  progress: Progress,
): Promise<string[]> {
  const xml = readPartText(archive, entry)
  if (hasLostCharacters(xml)) budget.hasLostCharacters = true
  const [, prefix = ''] = /<([A-Za-z][\w.-]*:)sst[\s>]/.exec(xml.slice(0, 4096)) ?? []
  return readSharedStrings(withoutPrefix(xml, prefix), progress)
}

interface Relationship {
  readonly id: string
  readonly type: string
  readonly target: string
}

function relationshipsOf(archive: ZipArchive, entry: ZipEntry, folder: string): Relationship[] {
  const relationships: Relationship[] = []
  for (const tag of xmlTags(readPartText(archive, entry))) {
    if (tag.name !== 'Relationship' || tag.isClosing) continue
    const target = (tag.attribute('Target') ?? '').replaceAll('\\', '/')
    relationships.push({
      id: tag.attribute('Id') ?? '',
      type: tag.attribute('Type') ?? '',
      target: target.startsWith('/') ? target.slice(1) : normalized(folder + target),
    })
  }
  return relationships
}

/** A path without `..` and `.`. */
function normalized(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

interface SheetHead {
  readonly name: string
  readonly isHidden: boolean
  readonly link: string
}

function readWorkbook(xml: string): { sheets: SheetHead[]; system: DateSystem } {
  const sheets: SheetHead[] = []
  let system: DateSystem = 1900
  for (const tag of xmlTags(xml)) {
    if (tag.isClosing) continue
    if (tag.name === 'workbookPr' && /^(1|true)$/.test(tag.attribute('date1904') ?? '')) system = 1904
    if (tag.name !== 'sheet') continue
    const state = tag.attribute('state') ?? 'visible'
    sheets.push({
      name: tag.attribute('name') ?? '',
      isHidden: state !== 'visible',
      link: tag.attribute('id') ?? '',
    })
  }
  if (sheets.length === 0) throw damagedFile()
  return { sheets, system }
}
