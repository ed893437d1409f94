import * as z from 'zod'

/** Items that are kept for each operator. */
const MAX_RECENT = 8

const recentSchema = z.object({
  kind: z.enum([
    'order',
    'product',
    'draftOrder',
    'draftProduct',
    'catalog',
    'draft',
    'check',
    'register',
    'request',
    'connection',
    'help',
  ]),
  /** The address of a page of the desk. */
  href: z.string().regex(/^\/(?!\/)/),
  title: z.string().min(1),
})

/**
 * Something that an operator opened from the search. It has a number, a code or a name that operators gave, and no
 * recipient: personal data that is erased must not live on in a browser.
 */
export type RecentItem = z.output<typeof recentSchema>

/** Where the browser keeps the recent items of an operator. */
const keyOf = (operatorId: string): string => `lading.search.${operatorId}`

/** What an operator opened from the search in this browser, the latest first. */
export function readRecent(storage: Pick<Storage, 'getItem'>, operatorId: string): readonly RecentItem[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(operatorId)) ?? '[]')
    return z.array(recentSchema).max(MAX_RECENT).catch([]).parse(stored)
  } catch {
    return []
  }
}

/** Puts an item before the others, once. */
export function addRecent(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  operatorId: string,
  { kind, href, title }: RecentItem,
): void {
  const others = readRecent(storage, operatorId).filter(item => item.href !== href)
  const items = [{ kind, href, title }, ...others].slice(0, MAX_RECENT)
  try {
    storage.setItem(keyOf(operatorId), JSON.stringify(items))
  } catch {
    // A full or closed storage: there are no recent items then.
  }
}
