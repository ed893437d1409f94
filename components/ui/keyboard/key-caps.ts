/** Whether this browser runs on a Mac; call it only in the browser. */
export const isMacBrowser = (): boolean => navigator.platform.startsWith('Mac')

/**
 * How keys are written for the operator.
 * @param keys in the notation of `aria-keyshortcuts`: `Control+ArrowUp` is written `Ctrl+↑`, and `⌘↑` on a Mac
 */
export function keyCaps(keys: string, isMac: boolean): string {
  const parts = keys.split('+')
  if (!isMac) return parts.map(part => caps[part] ?? part).join('+')
  const isTaken = takenByMac.has(parts.at(-1) ?? '')
  return parts
    .map(part => (part === 'Control' && isTaken ? CONTROL_ON_MAC : (macCaps[part] ?? caps[part] ?? part)))
    .sort((a, b) => orderOnMac(a) - orderOnMac(b))
    .join('')
}

const caps: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  '-': '−',
}

/** With the command key, macOS takes these itself: hide, minimize and Spotlight. */
const takenByMac = new Set(['H', 'M', 'Space'])
const CONTROL_ON_MAC = '⌃'
const macCaps: Readonly<Record<string, string>> = { Control: '⌘', Alt: '⌥', Shift: '⇧' }
/** The order in which Apple writes modifiers. */
const modifiersOfMac = [CONTROL_ON_MAC, '⌥', '⇧', '⌘']
const orderOnMac = (cap: string): number => modifiersOfMac.indexOf(cap) + 1 || modifiersOfMac.length + 1
