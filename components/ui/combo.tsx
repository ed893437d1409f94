'use client'
import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes'
import { inputClasses } from './input'
import { choiceClasses, popupClasses } from './popup'

export type ComboChoice = {
  value: string
  /** What the value means, where it does not say so itself. */
  word?: string
}

export type ComboProps = Pick<
  Base.Input.Props,
  'id' | 'ref' | 'onBlur' | 'onKeyDown' | 'aria-label' | 'placeholder'
> & {
  /** What is proposed for a text, the best first. */
  find: (text: string) => readonly ComboChoice[]
  value: string
  onChange: (value: string) => void
  /** Told when one of the choices is taken, by pointer or Enter, besides `onChange`. */
  onSelect?: (value: string) => void
  /** Names the button that opens the list. */
  openLabel: string
  readOnly?: boolean
  required?: boolean
  invalid?: boolean
  /** Ids of what describes it. */
  describedBy?: string | undefined
}

/** A text field that proposes choices, found by whatever is typed. It takes any text: who judges is elsewhere. */
export function Combo(props: ComboProps) {
  const { find, value, onChange, onSelect, openLabel, readOnly, required, invalid, describedBy, ...input } =
    props
  return (
    <Base.Root
      items={find(value)}
      value={value}
      onValueChange={(next, { reason }) => {
        // Escape leaves; it does not clear what stands here.
        if (reason === 'escape-key') return
        onChange(next)
        if (reason === 'item-press') onSelect?.(next)
      }}
      itemToStringValue={(choice: ComboChoice) => choice.value}
      // What is found is found already.
      filter={null}
      readOnly={readOnly}
    >
      <div className="relative">
        <Base.Input
          {...input}
          spellCheck={false}
          autoComplete="off"
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={classes(inputClasses, 'h-7.5 pr-6 read-only:bg-shade read-only:text-ink-2')}
        />
        {!readOnly && (
          <Base.Trigger
            tabIndex={-1}
            aria-label={openLabel}
            className="absolute inset-y-0 right-0 flex w-6 items-center justify-center text-ink-3"
          >
            <ChevronDown className="size-3.5" aria-hidden />
          </Base.Trigger>
        )}
      </div>
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none data-empty:hidden" sideOffset={4} align="start">
          <Base.Popup className={classes(popupClasses, 'min-w-(--anchor-width) max-w-(--available-width)')}>
            <Base.List className="max-h-[min(16rem,var(--available-height))] overflow-y-auto p-1 data-empty:p-0">
              {(choice: ComboChoice) => (
                <Base.Item key={choice.value} value={choice} className={choiceClasses}>
                  {choice.value}
                  {choice.word !== undefined && (
                    <span className="min-w-0 truncate text-ink-3">{choice.word}</span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
