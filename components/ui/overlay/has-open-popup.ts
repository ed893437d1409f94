/**
 * Whether a menu, list or popover is open: a key such as Escape is then meant for it, also in the moment before
 * it gets the focus.
 */
export const hasOpenPopup = (): boolean =>
  document.querySelector('[aria-haspopup][aria-expanded=true]') !== null
