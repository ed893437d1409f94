import { type Clip, readClip } from '@/lib/sheet/codecs/clipboard'
import { formatTsv, parseTsv } from '@/lib/sheet/codecs/tsv'

/**
 * The text of a copied export as a file. Its plain text has the numbers as the spreadsheet shows them (1.23E+11): two
 * order numbers may look alike there, and the HTML beside it has them in full.
 */
export function textOfCopiedExport(copied: Clip): string {
  if (copied.html === '') return copied.text
  const { block, restored } = readClip(copied)
  const isAsInText = restored === 0 && block.length === parseTsv(copied.text).length
  return isAsInText ? copied.text : formatTsv(block)
}
