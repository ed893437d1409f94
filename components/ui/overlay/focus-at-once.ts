import { TEXT_FIELD } from '../keyboard/text-field'

/** What Tab reaches, but for hidden elements. */
const TABBABLE =
  ':is(a[href], input, textarea, button, [tabindex="0"]):not(:disabled, [type=hidden], [tabindex="-1"], [aria-hidden=true])'

/** The first control of an element that Tab reaches. */
export function firstControl(parent: HTMLElement | null): HTMLElement | undefined {
  const controls = parent?.querySelectorAll<HTMLElement>(TABBABLE) ?? []
  return [...controls].find(control => control.getClientRects().length > 0)
}

/**
 * Moves the focus into a popup of Base UI in the moment it opens; called by its `initialFocus`. Base UI would wait for
 * a frame, and keys that are pressed until then would reach the page below. A text field gets the focus at once. Before
 * another control the popup itself has it until the next frame: the Enter that opened it must not press its button.
 * @param wanted the element that gets the focus; by default the first control
 * @returns false: Base UI moves no focus
 */
export function focusAtOnce(
  popup: HTMLElement | null,
  wanted?: HTMLElement | null,
  options?: FocusOptions,
): false {
  const control = wanted ?? firstControl(popup)
  if (!popup?.contains(document.activeElement))
    (control?.matches(`${TEXT_FIELD}:enabled`) ? control : popup)?.focus(options)
  requestAnimationFrame(() => {
    const focused = document.activeElement
    // A menu that closes gives the focus back to the page below, in a frame before this one.
    if (focused === popup || !popup?.contains(focused)) control?.focus(options)
  })
  return false
}
