import { type Clip, readClipSteps } from '@/lib/sheet/codecs/clipboard'
import type { Steps } from '@/lib/sheet/codecs/steps'
import { formatTsvSteps, parseTsvSteps } from '@/lib/sheet/codecs/tsv'

/**
 * The text of a copied export as a file. Its plain text has the numbers as the spreadsheet shows them (1.23E+11): two
 * order numbers may look alike there, and the HTML beside it has them in full. It pauses, because reading the HTML of a
 * large block takes a while.
 */
export function* copiedExportSteps(copied: Clip): Steps<string> {
  if (copied.html === '') return copied.text
  const { block, restored } = yield* readClipSteps(copied)
  const isAsInText = restored === 0 && block.length === (yield* parseTsvSteps(copied.text)).length
  return isAsInText ? copied.text : (yield* formatTsvSteps(block)).join('')
}
