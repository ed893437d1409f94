'use client'
import Link from 'next/link'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchItems, useLatestSearch } from '@/app/(desk)/search/use-latest-search'
import { classes } from '@/components/ui/classes'
import { Input } from '@/components/ui/fields/input'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { popupClasses } from '@/components/ui/overlay/popup'
import type { ManualSearchResponse } from '@/lib/desk-api/manual'
import type { Language } from '@/lib/words/locale/languages'

/**
 * Searches the manual while one types. Down goes to the results, up and down move among them, Enter opens one (in the
 * field: the first), and Escape returns to the field, then empties it.
 */
export function ManualSearch({ language }: { language: Language }) {
  const t = useTranslations('manual')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { items, isPending, isFailed } = useLatestSearch<ManualSearchResponse['items'][number]>(
    text,
    (typed, signal) => fetchItems('/help/search', { text: typed, language }, signal),
  )
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowDown') (all[at + 1] ?? all.at(-1))?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) (all[at - 1] ?? field.current)?.focus()
    else if (event.key === 'Enter' && at < 0) all[0]?.click()
    else if (event.key === 'Escape' && at >= 0) field.current?.focus()
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
  }
  const isOpen = text.trim() !== ''
  return (
    <search
      className="relative w-72 max-w-full"
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setText('')
      }}
    >
      <Input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onValueChange={setText}
        autoComplete="off"
      />
      <p role="status" className="sr-only">
        {isOpen && !isPending && !isFailed && t('count', { count: items.length })}
      </p>
      {isOpen && (
        <div
          className={classes(
            popupClasses,
            'absolute top-full right-0 z-30 mt-1 max-h-[70vh] w-110 max-w-[calc(100vw-28px)] overflow-y-auto p-1.5',
          )}
        >
          {isFailed ? (
            <p role="alert" className="px-2 py-1 text-fail">
              {t('failed')}
            </p>
          ) : (
            items.length === 0 && (
              <p className="px-2 py-1 text-ink-2">{t(isPending ? 'searching' : 'none')}</p>
            )
          )}
          <ul ref={list} aria-label={t('results')} aria-busy={isPending} lang={language}>
            {items.map(item => (
              <Result key={item.href} item={item} onOpen={() => setText('')} />
            ))}
          </ul>
        </div>
      )}
    </search>
  )
}

type Item = ManualSearchResponse['items'][number]

function Result({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const { href, title, chapterTitle, excerpt } = item
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        // On a Mac, Safari focuses no link that is clicked: the field would lose the focus, and the results would go.
        onMouseDown={event => event.preventDefault()}
        onClick={onOpen}
        className="block rounded px-2 py-1.5 outline-none hover:bg-shade focus:bg-shade"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{title}</span>
          {title !== chapterTitle && <span className="shrink-0 text-ink-3 text-xs">{chapterTitle}</span>}
        </span>
        <span className="block text-ink-2 text-xs">
          <Excerpt parts={excerpt} />
        </span>
      </Link>
    </li>
  )
}

function Excerpt({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => {
    // An excerpt is replaced as a whole, so positions can be keys.
    const key = `${at} ${part}`
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <mark key={key} className="bg-transparent font-semibold text-ink">
        {part}
      </mark>
    )
  })
}
