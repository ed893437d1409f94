/**
 * Whether a key belongs to an input method, which chooses a candidate by it: no Enter or Escape of ours.
 * @param key a key press; of React's event the native one
 */
export const isComposing = ({
  isComposing: isOpen,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // In Safari the Enter that ends a composition comes after its end: only the code still shows it.
  isOpen || keyCode === 229
