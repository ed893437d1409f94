import type { Clip } from '@/lib/sheet/codecs/clipboard'

/**
 * Writes a block to the clipboard from a menu, without a copy event.
 * @returns false where the browser does not allow it
 */
export async function writeToClipboard({ text, html }: Clip): Promise<boolean> {
  if (!hasClipboard()) return false
  const blob = (content: string, type: string) => ({ [type]: new Blob([content], { type }) })
  const item = new ClipboardItem({
    ...blob(text, 'text/plain'),
    ...(html === '' ? {} : blob(html, 'text/html')),
  })
  return navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  )
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
