import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'

/** The sheet whose records an operation checks or registers. */
export const sheetOfOperation = (operation: OperationId): Sheet | undefined =>
  Object.values(sheets).find(({ check, register }) => check === operation || register === operation)
