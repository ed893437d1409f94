import { usePathname, useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** A draft as the server rendered its page. */
interface RenderedDraft {
  readonly draftId: string
  readonly sheetId: SheetId
  readonly isNew: boolean
}

interface Shown {
  /** While another new draft is wanted, the id that the page had before. */
  readonly id: string
  /**
   * `open`: the draft is shown · `renewed`: another new draft is wanted, for which the server renders the page again ·
   * `left`: the address is that of another draft, whose page is opened
   */
  readonly state: 'open' | 'renewed' | 'left'
  /** The address of the draft: that of new drafts until it is saved first. */
  readonly address: string
  /** The address that the browser had when this was decided. */
  readonly path: string
}

/** A page that the operator has chosen (instrumentation-client.ts), while the router may still show this one. */
interface StartedNavigation {
  readonly url: string
  readonly from: string
}

/** New drafts that this tab has saved. The router may show the page again on which they were new. */
const savedHere = new Set<string>()

/**
 * Decides which draft the page shows. A new draft gets its address when it is saved first, but to the router its page
 * is still that of a new draft: where “New draft” is chosen then, or the browser goes back to that address, the router
 * renders nothing again.
 */
export function useDraftAddress({ draftId, sheetId, isNew }: RenderedDraft) {
  const router = useRouter()
  const path = usePathname()
  const newPath = `/${sheetId}/new`
  const [shown, setShown] = useState<Shown>(() => {
    const address = isNew ? newPath : `/${sheetId}/${draftId}`
    const isKnown = isNew && savedHere.has(draftId)
    return { id: draftId, state: path !== address ? 'left' : isKnown ? 'renewed' : 'open', address, path }
  })
  if (isNew && path !== shown.path) {
    if (path === newPath) setShown({ ...shown, id: draftId, state: 'renewed', path })
    else {
      const isStill = shown.state === 'open' && path === shown.address
      setShown({ ...shown, state: isStill ? 'open' : 'left', path })
    }
  } else if (shown.state === 'renewed' && draftId !== shown.id)
    setShown({ id: draftId, state: 'open', address: newPath, path })
  const { id, state } = shown
  const navigation = useRef<StartedNavigation>(undefined)
  useEffect(() => {
    const note = (event: Event) => {
      const { detail: url } = event as CustomEvent<string>
      navigation.current = { url, from: window.location.pathname }
    }
    // Without a response the router loads the page as a document, which the operator may refuse.
    const forget = () => {
      navigation.current = undefined
    }
    window.addEventListener('lading:navigation', note)
    window.addEventListener('beforeunload', forget)
    return () => {
      window.removeEventListener('lading:navigation', note)
      window.removeEventListener('beforeunload', forget)
    }
  }, [])
  useEffect(() => {
    if (navigation.current?.from !== path) navigation.current = undefined
  }, [path])
  useEffect(() => {
    if (state === 'renewed') router.refresh()
    // The page as it is stored: that of the new draft lacks what was saved since.
    if (state === 'left') router.replace(path)
  }, [state, path, router])
  /** Called when a new draft is stored as `savedId`. @param isMoved whether it is shown, and gets its address */
  const onStored = useCallback(
    (savedId: string, isMoved: boolean) => {
      savedHere.add(savedId)
      if (!isMoved) return
      const address = `/${sheetId}/${savedId}`
      setShown(now => ({ ...now, address }))
      const { url, from } = navigation.current ?? {}
      const isUnderWay =
        url !== undefined && from === newPath && new URL(url, window.location.href).pathname !== newPath
      window.history.replaceState(null, '', address)
      // The router forgets a navigation during which the address changes.
      if (isUnderWay) router.push(url)
    },
    [sheetId, newPath, router],
  )
  return { id, isOpen: state === 'open', onStored }
}
