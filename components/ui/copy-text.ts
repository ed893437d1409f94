/**
 * Copies a text to the clipboard, from a click.
 * @returns false where it was not copied: a page over plain HTTP from another machine has no clipboard, and a browser
 *   may refuse access to it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
