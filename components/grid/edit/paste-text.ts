import type { ClipboardEvent } from 'react'
import { textToInsert } from '@/lib/sheet/codecs/tsv'

/** Pastes into a text that is being edited. A text that needs no change is left to the browser. */
export function pasteText(event: ClipboardEvent): void {
  const copied = event.clipboardData.getData('text/plain')
  const text = textToInsert(copied)
  if (text === copied) return
  event.preventDefault()
  // Only this command adds the text to the browser's own undo.
  document.execCommand('insertText', false, text)
}
