import type { Progress } from '@/lib/files/book/progress'
import { damagedFile } from '@/lib/files/book/read-error'
import { decodeEntities, rejectDoctype, textUntilTag } from '@/lib/files/excel/xml'

/**
 * Reads the texts to which the cells of a workbook refer by index.
 * @param xml of `sharedStrings.xml`, its tags without prefix
 */
export async function readSharedStrings(xml: string, progress: Progress): Promise<string[]> {
  rejectDoctype(xml)
  const texts: string[] = []
  for (let at = nextItem(xml, 0); at !== -1; at = nextItem(xml, at)) {
    const open = xml.indexOf('>', at)
    if (open === -1) throw damagedFile()
    if (xml.charCodeAt(open - 1) === 47) {
      texts.push('')
      at = open
      continue
    }
    const end = xml.indexOf('</si>', open)
    if (end === -1) throw damagedFile()
    texts.push(readRichText(xml, open + 1, end))
    at = end
    if (texts.length % 1000 === 0 && progress.isDue) await progress.checkpoint(at / xml.length)
  }
  return texts
}

function nextItem(xml: string, from: number): number {
  for (let at = xml.indexOf('<si', from); at !== -1; at = xml.indexOf('<si', at + 3)) {
    const unit = xml.charCodeAt(at + 3)
    if (unit === 62 || unit === 32 || unit === 47) return at
  }
  return -1
}

/**
 * The text of a cell that may consist of differently formatted runs. Its pronunciation (`rPh`) does not belong to it:
 * 東京 is not 東京トウキョウ.
 */
export function readRichText(xml: string, from: number, end: number): string {
  if (
    xml.startsWith('<t>', from) &&
    xml.startsWith('</t>', end - 4) &&
    xml.indexOf('<', from + 3) === end - 4
  )
    return readPlainText(xml.slice(from + 3, end - 4))
  let text = ''
  for (let at = nextTag(xml, from, end); at < end; at = nextTag(xml, at, end)) {
    const open = xml.indexOf('>', at)
    if (open === -1 || open >= end) throw damagedFile()
    if (xml.startsWith('<rPh', at)) {
      at = xml.indexOf('</rPh>', open)
      if (at === -1) throw damagedFile()
    } else if (isText(xml, at) && xml.charCodeAt(open - 1) !== 47) {
      const content = textUntilTag(xml, open + 1, end)
      text += readPlainText(content.text)
      at = content.end
    } else at = open
  }
  return text
}

function nextTag(xml: string, from: number, end: number): number {
  const at = xml.indexOf('<', from)
  return at === -1 ? end : at
}

/** Whether a tag is `t`, and not another that begins so. */
function isText(xml: string, at: number): boolean {
  const unit = xml.charCodeAt(at + 2)
  return xml.charCodeAt(at + 1) === 116 && (unit === 62 || unit === 32 || unit === 47 || unit === 10)
}

/** Text with its entities read, line ends as one sign, and signs that XML cannot hold (`_x0007_`) as themselves. */
export function readPlainText(text: string): string {
  const read = decodeEntities(text)
  if (!read.includes('_x') && !read.includes('\r')) return read
  return read
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n')
}
