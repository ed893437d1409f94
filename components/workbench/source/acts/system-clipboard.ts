import { isMacBrowser, keyCaps } from '@/components/ui/keyboard/key-caps'
import type { Clip, ClipParts } from '@/lib/sheet/codecs/clipboard'

/**
 * Writes a block to the clipboard without a copy event: from a menu, or a large block whose texts are
 * still being written.
 * @param isHtml whether the block has HTML
 * @returns false where the browser does not allow it
 */
export async function writeToClipboard(
  parts: ClipParts | Promise<ClipParts>,
  isHtml: boolean,
): Promise<boolean> {
  if (!hasClipboard()) return false
  const blob = async (form: keyof ClipParts, type: string) => new Blob([...(await parts)[form]], { type })
  try {
    const item = new ClipboardItem({
      'text/plain': blob('text', 'text/plain'),
      ...(isHtml && { 'text/html': blob('html', 'text/html') }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}

/** @returns the texts on the clipboard; undefined if the browser, or the operator, does not allow access */
export async function readFromClipboard(): Promise<Clip | undefined> {
  if (!hasClipboard()) return undefined
  try {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) =>
      item?.types.includes(type) ? await (await item.getType(type)).text() : ''
    return { text: await read('text/plain'), html: await read('text/html') }
  } catch {
    return undefined
  }
}

/** Browsers offer the clipboard only to pages over https and from this machine. */
export const hasClipboard = (): boolean => 'clipboard' in navigator && 'read' in navigator.clipboard

/** The keys of the clipboard, as sentences name them on this keyboard. */
export const clipboardKeys = (): Record<'copy' | 'cut' | 'paste', string> => {
  const isMac = isMacBrowser()
  return {
    copy: keyCaps('Control+C', isMac),
    cut: keyCaps('Control+X', isMac),
    paste: keyCaps('Control+V', isMac),
  }
}
