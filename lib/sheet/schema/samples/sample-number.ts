import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'

/**
 * The numbers of sample records begin with this. No other mark is kept: an operator sees it in every list and file, and
 * a record with another number is no longer a sample.
 */
const SAMPLE_PREFIX = 'SAMPLE-'

/** Whether a number is that of a sample record, which production never gets. */
export const isSampleNumber = (number: string): boolean => number.trim().startsWith(SAMPLE_PREFIX)

/** Sample lines with the numbers of samples. @param key the column of the number; lines without one stay as they are */
export const markAsSample = (lines: readonly Texts[], key: string): Texts[] =>
  lines.map(texts => {
    const number = texts[key] ?? ''
    return isBlank(number) ? texts : { ...texts, [key]: `${SAMPLE_PREFIX}${number}` }
  })
