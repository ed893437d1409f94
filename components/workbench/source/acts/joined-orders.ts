import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import { keyOf } from '@/lib/sheet/acts/lines'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Called before an act.
 * @returns a function that returns the sentence about orders that the act has joined to others; false if it joined none
 */
export function noteJoinedOrders(workbook: Workbook, words: SheetWords): () => string | false {
  const joinedNow = workbook.noteOrders()
  return () => {
    const [line, ...others] = joinedNow()
    if (line === undefined) return false
    const order = others.length === 0 && workbook.index.orderOf(line)
    const number = order ? keyOf(workbook, order).trim() : ''
    return number === ''
      ? words.message('ordersJoined', { count: others.length + 1 })
      : words.message('joined', { number })
  }
}
