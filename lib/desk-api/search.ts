import * as z from 'zod'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { STORABLE_TEXT } from '@/lib/sheet/schema/storable-text'
import type { RunRow } from './runs/history'
import { MAX_SEARCH_TEXT } from './search-limits'

export const searchSchema = z.object({
  text: z.string().trim().min(1).max(MAX_SEARCH_TEXT).regex(STORABLE_TEXT),
})

/** Where a result is: each part is absent where it does not apply. */
interface Whereabouts {
  /** The name of its draft. */
  readonly draft?: string | undefined
  /** The connection, or the origin where none is left, and its environment. */
  readonly connection?: { readonly name: string; readonly environment: 'test' | 'production' } | undefined
  /** ISO 8601. */
  readonly at?: string | undefined
  readonly isArchived?: boolean | undefined
}

/** What was found, with the address of the exact place. `id` is unique among results of its kind. */
export type SearchItem = Whereabouts & {
  readonly id: string
  readonly href: string
  /** What operators know it by: its number, code or name. */
  readonly title: string
} & (
    | {
        readonly kind: 'order' | 'product'
        readonly orderId: string | null
        /** '' for products, and once it is erased. */
        readonly recipient: string
        readonly state: LedgerOrderState
      }
    | {
        readonly kind: 'draftOrder' | 'draftProduct'
        /** The name of the recipient or the product. */
        readonly name: string
      }
    | { readonly kind: 'catalog'; readonly name: string }
    | { readonly kind: 'draft'; readonly sheet: SheetId }
    | { readonly kind: 'run'; readonly run: RunRow['kind']; readonly state: RunRow['state'] }
    | { readonly kind: 'request' }
    | { readonly kind: 'connection' }
    | {
        readonly kind: 'help'
        /** The title of its chapter. */
        readonly chapter: string
      }
  )

/** What an entry of the search is about. */
export type SearchKind = SearchItem['kind']

/** The response to a search, the best matches first. */
export interface SearchResponse {
  readonly items: readonly SearchItem[]
}
