/** Gives an element an attribute; null takes it away. */
export function wear(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/** An element with these attributes; it holds nothing yet. */
export function made(tag: 'div' | 'span' | 'i', attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement(tag)
  for (const name in attributes) wear(element, name, attributes[name] ?? null)
  return element
}

/** The value of an attribute that is there or not. */
export const yes = (is: boolean): string | null => (is ? 'true' : null)
