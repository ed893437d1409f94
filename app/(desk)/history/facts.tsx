import type { ReactNode } from 'react'

export type Fact = readonly [name: string, fact: ReactNode]

/** What is known of one thing, each fact under its name. What is undefined, null or false is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid shrink-0 grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-2.5 border-line border-b px-3.5 py-3">
      {facts.map(
        ([name, fact]) =>
          fact !== undefined &&
          fact !== null &&
          fact !== false && (
            <div key={name} className="min-w-0">
              <dt className="text-ink-3 text-xs">{name}</dt>
              <dd className="min-w-0 truncate">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
