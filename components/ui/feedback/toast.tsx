'use client'
import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { buttonClasses } from '../buttons/button-classes'
import { classes } from '../classes'
import { popupClasses } from '../overlay/popup'
import { atMostEvery } from './at-most-every'

/** The names of the region of the toasts, and of the button that closes one. */
interface Labels {
  readonly label: string
  readonly closeLabel: string
}

/** Provides toasts to a screen. */
export function ToastProvider({ children, ...labels }: Labels & { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Viewport {...labels} />
      </Base.Portal>
    </Base.Provider>
  )
}

/** Where toasts can be, in CSS pixels from the edges of the window; the first place that covers no control is taken. */
const places = (sidebar: number): readonly Place[] => [
  { bottom: 64, left: sidebar + 16 },
  { bottom: 64, right: 16 },
  { top: 64, right: 16 },
  { top: 64, left: sidebar + 16 },
  // Over the title of a panel that is as wide as a small screen.
  { top: GAP, left: 2 * GAP },
]

/** Distances from the edges of the window. */
type Place = Readonly<Partial<Record<'top' | 'bottom' | 'left' | 'right', number>>>

/** The controls that a toast must not cover. */
const CONTROLS = 'a[href], button, input, select, textarea, [role=combobox]'

/** A modal dialog; only its controls can be used. */
const MODAL = '[data-modal]'

/** Distance of toasts below the page from its end and from the edge of the window, in CSS pixels. */
const GAP = 8

/** Below the page, which becomes shorter: there are only the controls of a dialog. */
const BELOW: Place = { bottom: GAP, left: 2 * GAP }

/**
 * The controls are measured at most this often, in milliseconds: while a sheet scrolls, every frame changes the page.
 */
const PLACING_INTERVAL_MS = 200

/** The height that the page leaves free at the bottom of the window. The frame of the page reads it. */
const ROOM = '--toast-room'

/**
 * The toasts, in a place where they cover no control. They stay there until a control comes below them, as when
 * another page or a dialog opens, or the page scrolls. Where every place covers one, the page becomes shorter, and
 * they are below it.
 */
function Viewport({ label, closeLabel }: Labels) {
  const { toasts } = Base.useToastManager()
  const viewport = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>()
  const count = toasts.length
  useLayoutEffect(() => {
    const element = viewport.current
    if (count === 0 || !element) return
    const keepClear = () => setPlace(current => freePlace(element, current))
    keepClear()
    const soon = atMostEvery(PLACING_INTERVAL_MS, keepClear)
    const changes = new MutationObserver(soon.call)
    changes.observe(document.body, { childList: true, subtree: true, attributes: true })
    window.addEventListener('scroll', soon.call, true)
    window.addEventListener('resize', soon.call)
    return () => {
      soon.cancel()
      changes.disconnect()
      window.removeEventListener('scroll', soon.call, true)
      window.removeEventListener('resize', soon.call)
    }
  }, [count])
  const isBelow = place === BELOW
  useLayoutEffect(() => {
    if (!isBelow || count === 0 || !viewport.current) return
    const { style } = document.documentElement
    style.setProperty(ROOM, `${viewport.current.offsetHeight + 2 * GAP}px`)
    return () => {
      style.removeProperty(ROOM)
    }
  }, [isBelow, count])
  // The next toasts look for a place again.
  if (count === 0 && place !== undefined) setPlace(undefined)
  return (
    <Base.Viewport
      ref={viewport}
      data-region={count > 0 ? 'toasts' : undefined}
      aria-label={label}
      style={place}
      className="fixed z-50 flex w-80 flex-col gap-2"
    >
      <Toasts closeLabel={closeLabel} />
    </Base.Viewport>
  )
}

/**
 * The current place of an element if it covers no control there, else the first that covers none, else below the page.
 */
function freePlace(element: HTMLElement, current: Place | undefined): Place {
  const { width, height } = element.getBoundingClientRect()
  const sidebar = document.querySelector('main')?.getBoundingClientRect().left ?? 0
  const dialog = [...document.querySelectorAll(MODAL)].at(-1)
  if (!dialog && current === BELOW) return current
  const controls = [...(dialog ?? document).querySelectorAll(CONTROLS)]
    .filter(control => !element.contains(control) && control.checkVisibility())
    .map(control => control.getBoundingClientRect())
  const isFree = (place: Place) => {
    const left = place.left ?? window.innerWidth - (place.right ?? 0) - width
    const top = place.top ?? window.innerHeight - (place.bottom ?? 0) - height
    return !controls.some(
      box => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top,
    )
  }
  return (current && isFree(current) ? current : places(sidebar).find(isFree)) ?? BELOW
}

/** A button beside the sentence; pressing it also closes the toast. */
export interface ToastAct {
  readonly label: string
  readonly act: () => void
}

/**
 * `announce(sentence)`: shows and announces an outcome for eight seconds. Messages that must not be missed belong on
 * the page, where the outcome happened.
 */
export function useToast(): { announce: (sentence: string, act?: ToastAct) => void } {
  const { add, close } = Base.useToastManager()
  return {
    announce: (sentence, act) => {
      const runAction = () => {
        close(id)
        act?.act()
      }
      const id = add({
        description: sentence,
        timeout: 8000,
        ...(act && { actionProps: { children: act.label, onClick: runAction } }),
      })
    },
  }
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Base.useToastManager()
  return toasts.map(toast => (
    <Base.Root
      key={toast.id}
      toast={toast}
      data-toast
      // A toast has no title: its sentence is its name.
      aria-label={typeof toast.description === 'string' ? toast.description : undefined}
      className={classes(popupClasses, 'flex items-start gap-2 py-2 pr-1.5 pl-3')}
    >
      <Base.Content className="min-w-0 flex-1">
        <Base.Description />
      </Base.Content>
      <Base.Action className={buttonClasses('quiet', 'small')} />
      <Base.Close aria-label={closeLabel} className="rounded p-0.5 text-ink-3 hover:bg-shade hover:text-ink">
        <X className="size-3.5" aria-hidden />
      </Base.Close>
    </Base.Root>
  ))
}
