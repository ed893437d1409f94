import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Clamped } from '@/components/ui/text/clamped'
import { ExternalText } from '@/components/ui/text/external-text'

interface Props {
  /** The messages as the service gave them; without any there is no button. */
  messages: readonly string[]
  /**
   * Whether the button is beside a cell, where keys belong to the sheet; by keyboard, the same button is in the list of
   * errors.
   */
  isForPointer?: boolean
}

/** A button that shows the messages of the service behind an explanation. */
export function OriginalMessages({ messages, isForPointer = false }: Props) {
  const t = useTranslations('explanations')
  const tResponse = useTranslations('workbench.response')
  const [isOpen, setOpen] = useState(false)
  if (messages.length === 0) return null
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        tabIndex={isForPointer ? -1 : undefined}
        onClick={() => setOpen(!isOpen)}
        className="rounded text-left underline underline-offset-2"
      >
        {t(isOpen ? 'hideOriginal' : 'showOriginal')}
      </button>
      {isOpen &&
        messages.map(message => (
          <div key={message} className="break-words">
            <Clamped length={message.length} more={tResponse('more')} less={tResponse('less')}>
              <ExternalText text={message} />
            </Clamped>
          </div>
        ))}
    </div>
  )
}
