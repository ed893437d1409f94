'use client'
import { Menu as Base } from '@base-ui/react/menu'
import { Check, Columns3 } from 'lucide-react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../classes'
import { choiceClasses, popupClasses } from '../overlay/popup'
import { useHydrated } from '../use-hydrated'

interface Props {
  columns: readonly { readonly id: string; readonly heading: string }[]
  hidden: readonly string[]
  onToggle: (column: string) => void
}

/** A button in the header of a table, with a menu that hides columns and shows them again. */
export function ColumnChooser({ columns, hidden, onToggle }: Props) {
  const t = useTranslations('dataTable')
  const isHydrated = useHydrated()
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        disabled={!isHydrated}
        aria-label={t('columns')}
        title={t('columns')}
        className="-my-1 inline-flex size-6 max-[640px]:size-10 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-shade hover:text-ink data-popup-open:bg-shade"
      >
        <Columns3 className="size-3.5" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} align="end">
          <Base.Popup className={classes(popupClasses, 'min-w-40 p-1')}>
            {columns.map(({ id, heading }) => (
              <Base.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                onCheckedChange={() => onToggle(id)}
                closeOnClick={false}
                className={choiceClasses}
              >
                <span className="flex w-3.5 shrink-0">
                  <Base.CheckboxItemIndicator>
                    <Check className="size-3.5" aria-hidden />
                  </Base.CheckboxItemIndicator>
                </span>
                {heading}
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The hidden columns of a table, by its id; this browser remembers them. */
export function useHiddenColumns(table: string): [readonly string[], (column: string) => void] {
  const key = `table.${table}.hidden`
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => '',
  )
  const hidden = useMemo(() => text.split(' ').filter(Boolean), [text])
  const toggle = useCallback(
    (column: string) => {
      const now = read(key).split(' ').filter(Boolean)
      const next = now.includes(column) ? now.filter(one => one !== column) : [...now, column]
      try {
        localStorage.setItem(key, next.join(' '))
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
        unsaved.set(key, next.join(' '))
      }
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [hidden, toggle]
}

const listeners = new Set<() => void>()
const unsaved = new Map<string, string>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(key: string): string {
  try {
    return unsaved.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return unsaved.get(key) ?? ''
  }
}
