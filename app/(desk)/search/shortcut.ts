/** Keys that open the search: Cmd+K on a Mac, where Ctrl+K deletes to the end of a line, and Ctrl+K elsewhere. */
export function isSearchShortcut(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  isMac: boolean,
): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  if (key.toLowerCase() !== 'k' || shiftKey || altKey) return false
  return isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
}
