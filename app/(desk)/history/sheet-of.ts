import { type Sheet, sheets } from '@/lib/sheet/sheets'
import type { LedgerOrderRow } from '@/lib/store/ledger'

/** The sheet whose columns a record of the ledger has. */
export const sheetOf = (variant: LedgerOrderRow['variant']): Sheet => sheets[byVariant[variant]]

const byVariant = {
  japan: 'orders/japan',
  general: 'orders/general',
  product: 'products',
} as const satisfies Record<LedgerOrderRow['variant'], Sheet['id']>
