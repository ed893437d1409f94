'use client'
import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { useContext, useId } from 'react'
import { classes } from '../classes'
import { choiceClasses, popupClasses } from '../overlay/popup'
import { ChoiceContext } from './choice-context'
import { inputClasses } from './input'

export type ComboboxChoice = {
  value: string
  /** The meaning of the value, where it is not obvious. */
  word?: string
  /** The text that is shown and typed in place of the value. */
  shown?: string
}

const textOf = ({ value, shown }: ComboboxChoice): string => shown ?? value

export type ComboboxProps = Pick<
  Base.Input.Props,
  'id' | 'ref' | 'onBlur' | 'onKeyDown' | 'aria-label' | 'placeholder'
> & {
  /** Suggestions for a text, the best first. */
  find: (text: string) => readonly ComboboxChoice[]
  value: string
  onChange: (value: string) => void
  /** Called in addition to `onChange` when a choice is accepted by pointer or Enter. */
  onSelect?: (value: string) => void
  /** Names the button that opens the list. */
  openLabel: string
  /** The meaning of the text, shown beside it. */
  note?: string | undefined
  readOnly?: boolean
  required?: boolean
  invalid?: boolean
  /** Ids of elements that describe the field. */
  describedBy?: string | undefined
}

/** A text field with suggestions. It accepts any text; validation is the matter of its form. */
export function Combobox(props: ComboboxProps) {
  const { find, value, onChange, onSelect, openLabel, note, readOnly, required, invalid, ...others } = props
  const { describedBy, ...input } = others
  const noteId = useId()
  const onChoice = useContext(ChoiceContext)
  return (
    <Base.Root
      items={find(value)}
      value={value}
      onValueChange={(next, { reason }) => {
        // Escape leaves the field without clearing it.
        if (reason === 'escape-key') return
        onChoice()
        onChange(next)
        if (reason === 'item-press') onSelect?.(next)
      }}
      itemToStringValue={textOf}
      // `find` has filtered the choices already.
      filter={null}
      readOnly={readOnly}
      openOnInputClick
    >
      <div className="relative">
        <Base.Input
          {...input}
          spellCheck={false}
          autoComplete="off"
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={
            [describedBy, note === undefined ? '' : noteId].filter(Boolean).join(' ') || undefined
          }
          className={classes(inputClasses, 'h-7.5 pr-6 read-only:bg-shade read-only:text-ink-2')}
        />
        {note !== undefined && (
          <span
            id={noteId}
            className="pointer-events-none absolute inset-y-0 right-6 flex max-w-1/2 items-center text-ink-3"
          >
            <span className="truncate">{note}</span>
          </span>
        )}
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
              {(choice: ComboboxChoice) => (
                <Base.Item key={choice.value} value={choice} className={choiceClasses}>
                  {textOf(choice)}
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
