'use client'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { focusAtOnce } from '@/components/ui/overlay/focus-at-once'
import { popupClasses } from '@/components/ui/overlay/popup'
import type { SearchItem } from '@/lib/desk-api/search'
import { MAX_SEARCH_TEXT } from '@/lib/desk-api/search-limits'
import {
  type Choice,
  choicesFor,
  choicesWithoutText,
  countMatches,
  isFirstCertain,
  recentOf,
} from './choices'
import { type Destination, type SearchRights, useDestinations } from './destinations'
import { addRecent, readRecent } from './recent-items'
import { SearchOption } from './search-option'
import { fetchItems, useLatestSearch } from './use-latest-search'

interface PanelProps {
  /** Receives the text field. */
  field: Ref<HTMLInputElement>
  operatorId: string
  may: SearchRights
  onCommand: (command: 'upload' | 'signOut') => void
  /** Called when a row was chosen, before its page opens. */
  onChosen: () => void
}

interface Props extends Omit<PanelProps, 'field' | 'onChosen'> {
  isOpen: boolean
  onClose: () => void
}

/** The search of the whole desk. Escape closes it and gives the focus back; a chosen page gets the focus itself. */
export function SearchDialog({ isOpen, onClose, ...panel }: Props) {
  const t = useTranslations('search')
  const isChosen = useRef(false)
  const popup = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) isChosen.current = false
  }, [isOpen])
  const choose = () => {
    isChosen.current = true
    onClose()
  }
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={next => {
        if (!next) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          data-modal
          ref={popup}
          initialFocus={() => focusAtOnce(popup.current, field.current)}
          finalFocus={() => (isChosen.current ? document.getElementById('main') : true)}
          className={classes(
            popupClasses,
            'fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[640px] max-w-[calc(100vw-24px)] -translate-x-1/2 flex-col',
          )}
        >
          <Dialog.Title className="sr-only">{t('label')}</Dialog.Title>
          <SearchPanel {...panel} field={field} onChosen={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The field and its list: a combobox whose options are links and commands. */
function SearchPanel({ field, operatorId, may, onCommand, onChosen }: PanelProps) {
  const t = useTranslations('search')
  const id = useId()
  const [text, setText] = useState('')
  const [chosenKey, setChosenKey] = useState<string>()
  const [recent] = useState(() => readRecent(localStorage, operatorId))
  const { items, isPending, isFailed } = useLatestSearch<SearchItem>(text, searchDesk)
  const destinations = useDestinations(may)
  const wanted = text.trim()
  const sections =
    wanted === ''
      ? choicesWithoutText(recent, destinations)
      : choicesFor(wanted, items, destinations, furtherSearches(wanted, t))
  const choices = sections.flatMap(section => section.choices)
  const active = choices.find(({ key }) => key === chosenKey) ?? choices[0]
  const optionId = (choice: Choice) => `${id}-${choices.indexOf(choice)}`
  const press = (choice: Choice | undefined) => {
    if (choice) document.getElementById(optionId(choice))?.click()
  }
  const pendingEnter = usePendingEnter(isPending, () => press(choices[0]))
  const type = (next: string) => {
    setText(next)
    setChosenKey(undefined)
    pendingEnter.current = false
  }
  const move = (by: number) => {
    const at = active ? choices.indexOf(active) : -1
    const next = choices.at((at + by + choices.length) % choices.length)
    if (!next) return
    pendingEnter.current = false
    setChosenKey(next.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends a composition before the Enter that ended it: its key code is the only sign.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key !== 'Enter') return
    // Results of the text before are still listed: what is meant is the first result of this one. A command runs at
    // once: the browser lets a page open the file picker only for some seconds after a key.
    else if (isPending && chosenKey === undefined && !isFirstCertain(sections, wanted))
      pendingEnter.current = true
    else press(active)
    event.preventDefault()
  }
  const choose = (choice: Choice) => {
    const kept = choice.type === 'found' ? recentOf(choice.item) : undefined
    if (kept) addRecent(localStorage, operatorId, kept)
    if (choice.type === 'recent') addRecent(localStorage, operatorId, choice.item)
    onChosen()
    if (choice.type === 'destination' && 'command' in choice.destination)
      onCommand(choice.destination.command)
  }
  const matches = countMatches(sections)
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        <input
          ref={field}
          role="combobox"
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={choices.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active && optionId(active)}
          placeholder={t('hint')}
          value={text}
          onChange={event => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={MAX_SEARCH_TEXT}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          className="min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-3"
        />
      </div>
      {choices.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('results')}
          aria-busy={isPending}
          className="min-h-0 flex-1 overflow-y-auto p-1.5"
        >
          {sections.map(({ group, choices: ofGroup }) => (
            <fieldset key={group} aria-labelledby={`${id}-${group}`} className="min-w-0">
              <div id={`${id}-${group}`} className="px-2 pt-2 pb-1 text-ink-3 text-xs">
                {t(`groups.${group}`)}
              </div>
              {ofGroup.map(choice => (
                <SearchOption
                  key={choice.key}
                  id={optionId(choice)}
                  choice={choice}
                  isActive={choice === active}
                  onPoint={() => setChosenKey(choice.key)}
                  onChoose={() => choose(choice)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {wanted !== '' && !isPending && matches === 0 && !isFailed && (
        <p className="px-3.5 py-2 text-ink-2">{t('none', { text: wanted })}</p>
      )}
      {isFailed && !isPending && (
        <p role="alert" className="px-3.5 py-2 text-fail">
          {t('failed')}
        </p>
      )}
      <div className="flex shrink-0 justify-between gap-3 border-line border-t px-3.5 py-1.5 text-ink-3 text-xs">
        <span>{t('keys')}</span>
        <span role="status">
          {wanted !== '' && !isPending && !isFailed && t('count', { count: matches })}
        </span>
      </div>
    </>
  )
}

/** Pages on which the search for a text continues, with everything that has it. */
function furtherSearches(
  text: string,
  t: ReturnType<typeof useTranslations<'search'>>,
): readonly Destination[] {
  const query = new URLSearchParams({ q: text })
  return [
    { group: 'further', title: t('commands.history', { text }), href: `/history?${query}` },
    { group: 'further', title: t('commands.catalog', { text }), href: `/settings/products?${query}` },
  ]
}

/**
 * An Enter that is pressed before the results arrive, as scanners do, takes the first of them when they do.
 * @param take called with the results on the screen
 */
function usePendingEnter(isPending: boolean, take: () => void) {
  const isEntered = useRef(false)
  const onArrived = useEffectEvent(take)
  useEffect(() => {
    if (isPending || !isEntered.current) return
    isEntered.current = false
    onArrived()
  }, [isPending])
  return isEntered
}

const searchDesk = (text: string, signal: AbortSignal): Promise<readonly SearchItem[]> =>
  fetchItems('/search', { text }, signal)
