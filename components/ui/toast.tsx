'use client'
import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from './button-classes'
import { classes } from './classes'
import { popupClasses } from './popup'

/** Provides toasts to a screen. `closeLabel` names the button that closes one. */
export function ToastProvider({ children, closeLabel }: { children: ReactNode; closeLabel: string }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        {/* At the left, where the pages have neither the buttons of their forms nor those of their rows. */}
        <Base.Viewport className="fixed bottom-16 left-46 z-50 flex w-80 flex-col gap-2 max-[900px]:left-14">
          <Toasts closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** A button beside the sentence; pressing it also closes the toast. */
export interface ToastAct {
  readonly label: string
  readonly act: () => void
}

/**
 * `say(sentence)`: shows and announces an outcome for eight seconds. Messages that must not be missed belong on the page,
 * where the outcome happened.
 */
export function useToast(): { say: (sentence: string, act?: ToastAct) => void } {
  const { add, close } = Base.useToastManager()
  return {
    say: (sentence, act) => {
      const press = () => {
        close(id)
        act?.act()
      }
      const id = add({
        description: sentence,
        timeout: 8000,
        ...(act && { actionProps: { children: act.label, onClick: press } }),
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
