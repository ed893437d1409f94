'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useSignOut } from '@/app/(desk)/frame/use-sign-out'
import { FILE_KINDS } from '@/components/import/entry/file-kinds'
import { openWithFiles } from '@/components/import/entry/pending-files'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { isMacBrowser } from '@/components/ui/keyboard/key-caps'
import { isInOverlay } from '@/components/ui/overlay/is-in-overlay'
import type { SearchRights } from './destinations'
import { SearchContext } from './search-context'
import { SearchDialog } from './search-dialog'
import { isSearchShortcut } from './shortcut'

interface Props {
  operatorId: string
  may: SearchRights
  children: ReactNode
}

/** The search of the whole desk: its shortcut on every page, its dialog, and what its commands do. */
export function SearchProvider({ operatorId, may, children }: Props) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const [leave] = useSignOut()
  const open = useCallback(() => setIsOpen(true), [])
  const close = useCallback(() => setIsOpen(false), [])
  useSearchShortcut(open)
  const run = (command: 'upload' | 'signOut') => (command === 'signOut' ? leave() : chooseFiles(take))
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    // The file says which sheet it fills: one of another sheet is handed on there.
    openWithFiles('/orders/japan/new', chosen, router.push)
  }
  return (
    <SearchContext value={open}>
      {children}
      <SearchDialog isOpen={isOpen} operatorId={operatorId} may={may} onClose={close} onCommand={run} />
    </SearchContext>
  )
}

/**
 * Opens the browser's dialog for files. The input is in no page: every page has this provider, and some an
 * input of their own.
 */
function chooseFiles(onChoose: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = FILE_KINDS
  input.addEventListener('change', () => onChoose([...(input.files ?? [])]))
  input.click()
}

/** Calls `open` on the shortcut, except in a dialog or a menu, in a composition and while a cell is being edited. */
function useSearchShortcut(open: () => void): void {
  const onOpen = useEffectEvent(open)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.defaultPrevented || !isSearchShortcut(event, isMacBrowser())) return
      // In Chromium the key would leave the page for the address bar.
      event.preventDefault()
      if (isInOverlay(event) || isInOpenCell(event.target)) return
      onOpen()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether an element is a cell that is being edited: it would lose the focus and write half a text. */
const isInOpenCell = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('.grid-editor[data-open]')
