import type { Sheet } from '@/lib/sheet/sheets'

/** What one record of a sheet is: sentences say "order" or "product" by it. */
export type Noun = Sheet['noun']
