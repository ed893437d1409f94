/** Browsers without `field-sizing`, such as Safari 26.1 and Firefox 140, leave a field in the size of an empty one. */
const isBuiltIn = (): boolean => CSS.supports('field-sizing', 'content')

/** Makes a field as wide as its longest line, between the limits of its style. */
export function fitWidth(field: HTMLInputElement | HTMLTextAreaElement): void {
  if (isBuiltIn()) return
  const { style } = field
  style.whiteSpace = 'pre'
  style.width = '0'
  // WebKit leaves the padding after the text out of the width.
  const padding = Number.parseFloat(getComputedStyle(field).paddingInlineEnd)
  style.width = `${field.scrollWidth + padding + field.offsetWidth - field.clientWidth + CARET_WIDTH}px`
  style.whiteSpace = ''
}

/** Makes a field as high as its text at its width, between the limits of its style. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (isBuiltIn()) return
  const { style } = field
  style.height = '0'
  style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}

/** The caret is drawn after the last character, in CSS pixels. */
const CARET_WIDTH = 2
