/** Sets an attribute; null removes it. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/** Creates an empty element with attributes. */
export function createElement(
  tag: 'div' | 'span' | 'i' | 'b',
  attributes: Readonly<Record<string, string>>,
): HTMLElement {
  const element = document.createElement(tag)
  for (const name in attributes) setAttribute(element, name, attributes[name] ?? null)
  return element
}

/** The value of a boolean attribute. */
export const flag = (is: boolean): string | null => (is ? 'true' : null)
