import type { DateSystem } from './date-text'
import type { Pace } from './pace'
import type { Table } from './table'
import { isLost, TableBuilder, type Tally } from './tally'
import { broken } from './unreadable'
import type { Shared } from './xlsx-row'
import { SheetScanner, withoutPrefix } from './xlsx-sheet'
import { readSharedStrings } from './xlsx-strings'
import { readStyles } from './xlsx-styles'
import { xmlTags } from './xml'
import { decodeUtf8, textPieces } from './xml-pieces'
import type { ZipArchive, ZipEntry } from './zip-archive'

/** Where the book of an archive is; undefined where it has none. */
export function findWorkbook(archive: ZipArchive): ZipEntry | undefined {
  const root = archive.find('_rels/.rels')
  const found = root && relationsOf(archive, root, '').find(({ type }) => type.endsWith('/officeDocument'))
  return (found && archive.find(found.target)) ?? archive.find('xl/workbook.xml')
}

/**
 * Reads the sheets of an XLSX file.
 * @throws Unreadable where it is damaged, or goes too far
 */
export async function readXlsx(
  archive: ZipArchive,
  workbook: ZipEntry,
  tally: Tally,
  pace: Pace,
): Promise<Table[]> {
  const folder = workbook.name.slice(0, workbook.name.lastIndexOf('/') + 1)
  const file = workbook.name.slice(folder.length)
  const links = archive.find(`${folder}_rels/${file}.rels`)
  const relations = links ? relationsOf(archive, links, folder) : []
  const part = (kind: string) => {
    const target = relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
    return target === undefined ? undefined : archive.find(target)
  }
  const { sheets, system } = readWorkbook(textOf(archive, workbook))
  const styles = part('styles')
  const strings = part('sharedStrings')
  const shared: Shared = {
    strings: strings ? await stringsOf(archive, strings, tally, pace.part(0, 0.2)) : [],
    formats: styles ? readStyles(textOf(archive, styles)) : [],
    system,
  }
  const tables: Table[] = []
  const entries = sheets.map(sheet => {
    const target = relations.find(({ id, type }) => id === sheet.link && type.endsWith('/worksheet'))?.target
    return { ...sheet, entry: target === undefined ? undefined : archive.find(target) }
  })
  const total = entries.reduce((sum, { entry }) => sum + (entry?.size ?? 0), 1)
  let done = 0
  for (const { name, isHidden, entry } of entries) {
    // Charts are sheets too, and have no cells.
    if (!entry) continue
    const share = pace.part(0.2 + (0.8 * done) / total, 0.2 + (0.8 * (done + entry.size)) / total)
    const builder = new TableBuilder(tally)
    await scan(archive, entry, new SheetScanner(builder, shared), tally, share)
    tables.push(builder.table(name, isHidden))
    done += entry.size
  }
  return tables
}

async function scan(
  archive: ZipArchive,
  entry: ZipEntry,
  scanner: SheetScanner,
  tally: Tally,
  pace: Pace,
): Promise<void> {
  let done = 0
  for (const piece of textPieces(archive.pieces(entry))) {
    done += piece.length
    if (isLost(piece)) tally.hasLost = true
    scanner.push(piece)
    if (pace.isDue) await pace.rest(done / entry.size)
  }
  scanner.end()
}

/** A part that is held as a whole. @throws Unreadable where it is no UTF-8, as all parts are */
export function textOf(archive: ZipArchive, entry: ZipEntry): string {
  return decodeUtf8(archive.whole(entry))
}

async function stringsOf(archive: ZipArchive, entry: ZipEntry, tally: Tally, pace: Pace): Promise<string[]> {
  const xml = textOf(archive, entry)
  if (isLost(xml)) tally.hasLost = true
  const [, prefix = ''] = /<([A-Za-z][\w.-]*:)sst[\s>]/.exec(xml.slice(0, 4096)) ?? []
  return readSharedStrings(withoutPrefix(xml, prefix), pace)
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

function relationsOf(archive: ZipArchive, entry: ZipEntry, folder: string): Relation[] {
  const relations: Relation[] = []
  for (const tag of xmlTags(textOf(archive, entry))) {
    if (tag.name !== 'Relationship' || tag.closes) continue
    const target = (tag.attribute('Target') ?? '').replaceAll('\\', '/')
    relations.push({
      id: tag.attribute('Id') ?? '',
      type: tag.attribute('Type') ?? '',
      target: target.startsWith('/') ? target.slice(1) : resolved(folder + target),
    })
  }
  return relations
}

/** A path without `..` and `.` in it. */
function resolved(path: string): string {
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
    if (tag.closes) continue
    if (tag.name === 'workbookPr' && /^(1|true)$/.test(tag.attribute('date1904') ?? '')) system = 1904
    if (tag.name !== 'sheet') continue
    const state = tag.attribute('state') ?? 'visible'
    sheets.push({
      name: tag.attribute('name') ?? '',
      isHidden: state !== 'visible',
      link: tag.attribute('id') ?? '',
    })
  }
  if (sheets.length === 0) throw broken()
  return { sheets, system }
}
