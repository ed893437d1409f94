/** Items that are kept for each operator. */
const MAX_RECENT = 8

const KINDS = [
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
] as const

/**
 * Something that an operator opened from the search. It has a number, a code or a name that operators gave, and no
 * recipient: personal data that is erased must not live on in a browser.
 */
export interface RecentItem {
  readonly kind: (typeof KINDS)[number]
  /** The address of a page of the desk. */
  readonly href: string
  readonly title: string
}

/** Where the browser keeps the recent items of an operator. */
const keyOf = (operatorId: string): string => `lading.search.${operatorId}`

/** What an operator opened from the search in this browser, the latest first. */
export function readRecent(storage: Pick<Storage, 'getItem'>, operatorId: string): readonly RecentItem[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(operatorId)) ?? '[]')
    return Array.isArray(stored) && stored.length <= MAX_RECENT && stored.every(isRecentItem) ? stored : []
  } catch {
    return []
  }
}

/** Checks what the browser kept, without a schema: every page of the desk loads this. */
function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false
  const { kind, href, title }: Partial<Record<keyof RecentItem, unknown>> = value
  return (
    KINDS.some(known => known === kind) &&
    typeof href === 'string' &&
    /^\/(?!\/)/.test(href) &&
    typeof title === 'string' &&
    title !== ''
  )
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
