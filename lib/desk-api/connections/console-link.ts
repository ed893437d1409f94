/** What an administrator types into a console link in place of the ID and the number of an order. */
export const consolePlaceholders = { orderId: '{orderId}', number: '{number}' } as const

/**
 * Whether a text can be a console link: a web address with a placeholder. The placeholder is in the path or behind it,
 * so that no order number of a file decides which server is opened.
 */
export function isConsoleLink(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { host, username, password } = new URL(text)
  return (
    !/[{}]/.test(host) &&
    username + password === '' &&
    Object.values(consolePlaceholders).some(placeholder => text.includes(placeholder))
  )
}

/**
 * The address of an order in the console of its shipping company.
 * @param link a console link; '' where the connection has none
 * @returns undefined without a link, where it needs an order ID that the order does not have, and for a number that
 * would lead to another page of the console (`..`)
 */
export function consolePage(
  link: string,
  { number, orderId }: { readonly number: string; readonly orderId: string | null },
): string | undefined {
  if (link === '' || (!orderId && link.includes(consolePlaceholders.orderId))) return undefined
  // A browser takes such a part of a path for a step to the folder above; half a character cannot be encoded.
  if (/^\.{1,2}$/.test(number) || !number.isWellFormed()) return undefined
  return link
    .replaceAll(consolePlaceholders.orderId, encodeURIComponent(orderId ?? ''))
    .replaceAll(consolePlaceholders.number, encodeURIComponent(number))
}
