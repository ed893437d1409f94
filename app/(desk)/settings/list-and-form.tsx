'use client'
import { type ReactNode, useId, useState } from 'react'

interface Props {
  list: ReactNode
  /** The heading of the form. */
  title: string
  /** Absent: the list is read-only. */
  form: ReactNode
}

/** A list and, beside it if there is room, the form: for a new entry, or for the selected one. */
export function ListAndForm({ list, title, form }: Props) {
  const id = useId()
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <div className="min-w-0 shrink-0 overflow-auto min-[1240px]:flex-1">{list}</div>
      {form && (
        <section
          aria-labelledby={id}
          className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
        >
          <h2 id={id} className="truncate pb-3 font-semibold text-base">
            {title}
          </h2>
          <div className="flex max-w-90 flex-col gap-2">{form}</div>
        </section>
      )}
    </div>
  )
}

/**
 * The entry that the form changes; none: a new one. `round` is the key of the form: a new value starts an empty form.
 */
export function usePicked<T>() {
  const [picked, pick] = useState<T>()
  const [round, setRound] = useState(0)
  const leave = () => {
    pick(undefined)
    setRound(round + 1)
  }
  return { picked, pick, round, leave }
}
