import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { CountedText } from '@/lib/sheet/column-filter'

/** So many values are drawn; the search reaches all. */
const DRAWN = 1000

interface Props {
  values: readonly CountedText[]
  /** Whether they are those that a search found. */
  isSearched: boolean
  isPicked: (text: string) => boolean
  onPick: (text: string, picked: boolean) => void
  /** Enter: what is ticked is meant. */
  onEnter: () => void
}

/** Values to tick, with how often each is there. As in Excel, up and down walk along them and Enter is enough. */
export function ValueList({ values, isSearched, isPicked, onPick, onEnter }: Props) {
  const t = useTranslations('filter')
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') onEnter()
    else if (step) walk(event.currentTarget, event.target, step)
    else return
    event.preventDefault()
  }
  return (
    <>
      <ul
        aria-label={t('values')}
        onKeyDown={onKeyDown}
        className="max-h-72 min-h-20 overflow-y-auto border-line border-y py-1"
      >
        {values.slice(0, DRAWN).map(({ text, count }) => (
          <li key={text} className="[contain-intrinsic-height:24px] [content-visibility:auto]">
            <label className="flex h-6 items-center gap-2 rounded px-1.5 hover:bg-shade">
              <input
                type="checkbox"
                checked={isPicked(text)}
                onChange={event => onPick(text, event.currentTarget.checked)}
                className="accent-accent"
              />
              <span title={text} className={`min-w-0 truncate ${text === '' ? 'text-ink-3 italic' : ''}`}>
                {text === '' ? t('blank') : text}
              </span>
              <span className="ml-auto text-ink-3 text-xs tabular-nums">{count}</span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > DRAWN && (
        <p className="text-ink-3 text-xs">{t('more', { count: values.length - DRAWN })}</p>
      )}
      {values.length === 0 && <p className="text-ink-3 text-xs">{t(isSearched ? 'nothing' : 'empty')}</p>}
    </>
  )
}

function walk(list: Element, from: EventTarget, step: number): void {
  const boxes = [...list.querySelectorAll('input')]
  if (from instanceof HTMLInputElement) boxes[boxes.indexOf(from) + step]?.focus()
}
