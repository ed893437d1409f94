import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Suggestions } from '@/components/grid/source'

export const listId = (grid: string): string => `${grid}-choices`

/** Id of one of its choices. */
export const optionId = (grid: string, at: number): string => `${listId(grid)}-${at}`

interface Props {
  grid: string
  suggestions: Suggestions
  /** Name of the edited cell. */
  label: string
  onAccept: (at: number) => void
}

/** The choices that match the typed text. The focus stays in the editor. */
export function ChoiceList({ grid, suggestions, label, onAccept }: Props) {
  const t = useTranslations('editors')
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = list.current
    const option = suggestions.at >= 0 ? box?.children[suggestions.at] : undefined
    if (!box || !(option instanceof HTMLElement)) return
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight]
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }, [suggestions])
  /** Whether the button went down in the list: a drag that selects typed text may end over it. */
  const isPressed = useRef(false)
  const takeUnder = (event: PointerEvent) => {
    if (!isPressed.current) return
    isPressed.current = false
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    const at = option ? [...(list.current?.children ?? [])].indexOf(option) : -1
    if (at >= 0) onAccept(at)
  }
  return (
    <div
      ref={list}
      id={listId(grid)}
      role="listbox"
      aria-label={t('choices', { cell: label })}
      className="grid-choices"
      onPointerDown={event => {
        isPressed.current = event.button === 0
      }}
      onPointerLeave={() => {
        isPressed.current = false
      }}
      onPointerUp={takeUnder}
    >
      {suggestions.choices.map(({ value, word, shown }, at) => (
        <div
          key={value}
          id={optionId(grid, at)}
          role="option"
          aria-selected={at === suggestions.at}
          data-taken={(at === suggestions.at && suggestions.isAccepted) || undefined}
          className="grid-choice"
        >
          {shown ?? value}
          {word !== undefined && <span>{` ${word}`}</span>}
        </div>
      ))}
    </div>
  )
}
