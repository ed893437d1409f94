import { Fragment } from 'react'
import { classes } from '@/components/ui/classes'

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
    if (part.startsWith('`')) return <Code key={key}>{part.slice(1, -1)}</Code>
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

/** A name with at least this many characters may break at the end of a line. */
const LONG = 40

/** A name or a value as in a body. */
export function Code({ children }: { children: string }) {
  const wrapping = children.length > LONG ? 'break-all' : 'whitespace-nowrap'
  return (
    <code className={classes('rounded-sm bg-shade px-1 py-px font-mono text-ink text-xs', wrapping)}>
      {children}
    </code>
  )
}

/** A block of code: a request or a response. */
export function Block({ text }: { text: string }) {
  return (
    <pre className="mt-2 wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-panel p-2.5 font-mono text-xs">
      {text}
    </pre>
  )
}
