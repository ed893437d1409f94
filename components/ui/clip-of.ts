/** The plain text and the HTML of a paste. */
interface PastedTexts {
  readonly text: string
  readonly html: string
}

const read = new WeakMap<ClipboardEvent, PastedTexts>()

/** What an event pastes. It is read once for all listeners: the browser takes long for a large text. */
export function clipOf(event: ClipboardEvent): PastedTexts {
  const known = read.get(event)
  if (known) return known
  const { clipboardData } = event
  const texts = {
    text: clipboardData?.getData('text/plain') ?? '',
    html: clipboardData?.getData('text/html') ?? '',
  }
  read.set(event, texts)
  return texts
}
