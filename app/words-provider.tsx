'use client'
import { createContext, useContext, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'
import type { Language } from '@/lib/words/locale/languages'

interface Tree {
  readonly [name: string]: unknown
}

const Outer = createContext<Tree>({})

interface Props {
  language: Language
  /** IANA name. */
  timeZone: string
  /** When the server rendered, in milliseconds. */
  now: number
  /** Identifies the messages: all messages of an area are the same in each rendering of a language. */
  areas: string
  /** Compiled messages, nested by area. They are merged with those of outer providers. */
  messages: Tree
  children: React.ReactNode
}

/** The language, the time zone and the messages of all components in the browser. */
export function WordsProvider({ language, timeZone, now, areas, messages, children }: Props) {
  const outer = useContext(Outer)
  // A page that is rendered again receives equal messages as new objects; the first ones stay, and what
  // was made of them.
  const key = `${language} ${areas}`
  const [kept, setKept] = useState({ key, messages })
  if (kept.key !== key) setKept({ key, messages })
  const all = useMemo(() => merge(outer, kept.messages), [outer, kept])
  return (
    <Outer value={all}>
      <IntlProvider
        locale={language}
        messages={all as Parameters<typeof IntlProvider>[0]['messages']}
        timeZone={timeZone}
        now={useMemo(() => new Date(now), [now])}
      >
        {children}
      </IntlProvider>
    </Outer>
  )
}

/** An area is an object; a message is a text or, compiled, a list. */
function merge(a: Tree, b: Tree): Tree {
  const merged: Record<string, unknown> = { ...a }
  for (const [name, value] of Object.entries(b)) {
    const before = merged[name]
    merged[name] = isArea(before) && isArea(value) ? merge(before, value) : value
  }
  return merged
}

const isArea = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
