/**
 * What opens over the page. The list of a choice, and a menu, are outside of the dialog that they belong to. A toast has
 * the role of a dialog, but is a part of the page.
 */
const OVERLAY =
  '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast]), [role=menu], [role=listbox]'

/** Whether a key is pressed in something that is open over the page: it is not meant for the page below. */
export const isInOverlay = ({ target }: Pick<Event, 'target'>): boolean =>
  target instanceof Element && target.closest(OVERLAY) !== null

/** Whether an element is behind what is open over the page: a modal dialog, or the menu or list that has the focus. */
export function isBehindOverlay(element: Element): boolean {
  const open =
    [...document.querySelectorAll('[data-modal]')].at(-1) ?? document.activeElement?.closest(OVERLAY)
  return open != null && !open.contains(element)
}
