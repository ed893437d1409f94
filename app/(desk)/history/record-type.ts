import { operations, recordTypeOfScope } from '@/lib/contract/operations'
import type { RunRow } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** What a run sends: orders or products. */
export const recordTypeOf = ({ operation }: Pick<RunRow, 'operation'>): Sheet['recordType'] =>
  recordTypeOfScope(operations[operation].scope)
