import { letterOf } from '@/components/ui/keyboard/letter-of'

/** Keys that open the search: Cmd+K on a Mac, where Ctrl+K deletes to the end of a line, and Ctrl+K elsewhere. */
export function isSearchShortcut(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  isMac: boolean,
): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (letterOf(event) !== 'k' || shiftKey || altKey) return false
  return isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
}
