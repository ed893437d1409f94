import { Fragment } from 'react'
import { InlineCode } from '@/components/ui/text/code'

/** Paragraphs of the description, in the subset of Markdown that it uses: `code` and **bold**. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map(paragraph => (
    <p key={paragraph} className="max-w-[76ch] pt-2 text-ink-2">
      <Inline text={paragraph} />
    </p>
  ))
}

/** One run of text. */
export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => {
    // The text never changes, so positions can be keys.
    const key = `${i} ${part}`
    if (part.startsWith('`')) return <InlineCode key={key}>{part.slice(1, -1)}</InlineCode>
    if (part.startsWith('**')) {
      return (
        <strong key={key} className="font-semibold text-ink">
          {part.slice(2, -2)}
        </strong>
      )
    }
    return <Fragment key={key}>{part}</Fragment>
  })
}
