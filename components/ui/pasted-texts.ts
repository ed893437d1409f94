/** The plain text and the HTML of a paste. */
interface PastedTexts {
  readonly text: string
  readonly html: string
}

const textsByEvent = new WeakMap<ClipboardEvent, PastedTexts>()

/** What an event pastes. It is read once for all listeners: the browser takes long for a large text. */
export function readPastedTexts(event: ClipboardEvent): PastedTexts {
  const earlier = textsByEvent.get(event)
  if (earlier) return earlier
  const { clipboardData } = event
  const texts = {
    text: clipboardData?.getData('text/plain') ?? '',
    html: clipboardData?.getData('text/html') ?? '',
  }
  textsByEvent.set(event, texts)
  return texts
}
