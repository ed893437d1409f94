import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { fitWidth } from '@/components/ui/fields/fit-content'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { useBeforeLeave } from '@/components/workbench/saving/use-before-leave'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Props {
  name: string
  mayEdit: boolean
  onRename: (name: string) => void
}

/**
 * The name of the draft, edited in place: Enter, and leaving the field or the page, rename it; Escape does not. Both
 * keys focus the sheet.
 */
export function DraftName({ name, mayEdit, onRename }: Props) {
  const { grid } = useWorkbench()
  const t = useTranslations('workbench')
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(name)
  useLayoutEffect(() => {
    // Another name may come while one is typed: that one stays, with its caret, until the operator leaves the field.
    const isTyping = document.activeElement === field.current && field.current?.value !== shown.current
    if (field.current && !isTyping) show(field.current, name)
    shown.current = name
  }, [name])
  const commit = () => {
    const typed = field.current?.value.trim() ?? ''
    if (typed !== '' && typed !== name) onRename(typed)
    else if (field.current) show(field.current, name)
  }
  const leave = () => {
    if (mayEdit && document.activeElement === field.current) commit()
  }
  useBeforeLeave(leave)
  const leaveAtOnce = useEffectEvent(leave)
  // Layout effects end while the field still exists.
  useLayoutEffect(() => () => leaveAtOnce(), [])
  return (
    // The name is cut after the sentence beside it, and before a button has no room.
    <h1 className="min-w-20 max-w-64 shrink-[0.01] font-semibold text-base min-[1400px]:max-w-100 max-[1100px]:max-w-40 max-[640px]:max-w-full max-[640px]:shrink-0">
      <input
        ref={field}
        aria-label={t('name')}
        // A long name is cut.
        title={name}
        defaultValue={name}
        maxLength={100}
        className="field-sizing-content -mx-1.5 min-w-20 max-w-[calc(100%+12px)] truncate rounded px-1.5 hover:bg-shade"
        onInput={event => fitWidth(event.currentTarget)}
        onKeyDown={event => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Escape') show(event.currentTarget, name)
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          // The sheet has the focus by then and would handle the key as well.
          event.preventDefault()
          grid.current?.focus()
        }}
        onBlur={commit}
      />
    </h1>
  )
}

function show(field: HTMLInputElement, name: string): void {
  field.value = name
  fitWidth(field)
}
