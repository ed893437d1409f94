import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Offer } from './help'

/** Id of the list beside the editor. */
export const listId = (grid: string): string => `${grid}-choices`

/** Id of one of its choices. */
export const optionId = (grid: string, at: number): string => `${listId(grid)}-${at}`

interface Props {
  grid: string
  offer: Offer
  /** The editor's name, which the list shares. */
  label: string
  onTake: (at: number) => void
}

/** The choices of a cell that fit what is typed in it. The focus stays in the editor. */
export function ChoiceList({ grid, offer, label, onTake }: Props) {
  const t = useTranslations('editors')
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = list.current
    const option = offer.at >= 0 ? box?.children[offer.at] : undefined
    if (!box || !(option instanceof HTMLElement)) return
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight]
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }, [offer])
  const takeUnder = (event: PointerEvent) => {
    if (event.button !== 0) return
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    const at = option ? [...(list.current?.children ?? [])].indexOf(option) : -1
    if (at >= 0) onTake(at)
  }
  return (
    <div
      ref={list}
      id={listId(grid)}
      role="listbox"
      aria-label={t('choices', { cell: label })}
      className="grid-choices"
      onPointerUp={takeUnder}
    >
      {offer.choices.map(({ value, word }, at) => (
        <div
          key={value}
          id={optionId(grid, at)}
          role="option"
          aria-selected={at === offer.at}
          data-taken={(at === offer.at && offer.isTaken) || undefined}
          className="grid-choice"
        >
          {`${value} `}
          {word !== undefined && <span>{word}</span>}
        </div>
      ))}
    </div>
  )
}
