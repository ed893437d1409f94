import { classes } from '../classes'

/** A name with at least this many characters may break at the end of a line. */
const LONG = 40

/** A name or a value as in a body. */
export function InlineCode({ children }: { children: string }) {
  const wrapping = children.length > LONG ? 'break-all' : 'whitespace-nowrap'
  return (
    <code className={classes('rounded-sm bg-shade px-1 py-px font-mono text-ink text-xs', wrapping)}>
      {children}
    </code>
  )
}

/** A block of code: a request or a response. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre className="mt-2 wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-panel p-2.5 font-mono text-xs">
      {text}
    </pre>
  )
}
