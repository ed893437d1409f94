import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Count } from '@/components/ui/text/count'
import type { CountedText } from '@/lib/sheet/view/column-filter'

/** Values that are rendered; the search reaches all. */
const MAX_VALUES = 1000

interface Props {
  values: readonly CountedText[]
  /** Whether a search found them. */
  isSearched: boolean
  /** A value as the sheet shows it. */
  shown: (text: string) => string
  isPicked: (text: string) => boolean
  onPick: (text: string, picked: boolean) => void
  /** Enter applies the ticked values. */
  onEnter: () => void
}

/** Values with check boxes and counts. As in Excel, the arrow keys move along them and Enter applies them. */
export function ValueList({ values, isSearched, shown, isPicked, onPick, onEnter }: Props) {
  const t = useTranslations('filter')
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') onEnter()
    else if (step) focusNext(event.currentTarget, event.target, step)
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
        {values.slice(0, MAX_VALUES).map(({ text, count }) => (
          <li key={text} className="[contain-intrinsic-height:24px] [content-visibility:auto]">
            <label className="flex h-6 items-center gap-2 rounded px-1.5 hover:bg-shade">
              <input
                type="checkbox"
                checked={isPicked(text)}
                onChange={event => onPick(text, event.currentTarget.checked)}
                className="accent-accent"
              />
              <span
                title={shown(text)}
                className={`min-w-0 truncate ${text === '' ? 'text-ink-3 italic' : ''}`}
              >
                {text === '' ? t('blank') : shown(text)}
              </span>
              <span className="ml-auto text-ink-3 text-xs tabular-nums">
                <Count of={count} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > MAX_VALUES && (
        <p className="text-ink-3 text-xs">{t('more', { count: values.length - MAX_VALUES })}</p>
      )}
      {values.length === 0 && <p className="text-ink-3 text-xs">{t(isSearched ? 'nothing' : 'empty')}</p>}
    </>
  )
}

function focusNext(list: Element, from: EventTarget, step: number): void {
  const boxes = [...list.querySelectorAll('input')]
  if (from instanceof HTMLInputElement) boxes[boxes.indexOf(from) + step]?.focus()
}
