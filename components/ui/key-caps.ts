/** How a key is written on the keyboard: `Control+ArrowUp` as `Ctrl` and `↑`. */
export const keyCaps = (keys: string): string[] => keys.split('+').map(part => caps[part] ?? part)

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
