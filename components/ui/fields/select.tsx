'use client'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useContext, useId } from 'react'
import { classes } from '../classes'
import { choiceClasses, popupClasses } from '../overlay/popup'
import { useHydrated } from '../use-hydrated'
import { ChoiceContext } from './choice-context'

export type SelectChoice<V extends string> = {
  value: V
  label: string
  /** A shorter label for the closed control, whose tooltip has the whole one. */
  chosenLabel?: string | undefined
  /** The language of the label, where it is not that of the page: BCP 47. */
  lang?: string
  /** An icon before the label, in the list and in the closed control: a dot, a flag. */
  icon?: ReactNode
  /** Further text after the label, only in the list. */
  aside?: ReactNode
  disabled?: boolean
}

export type SelectProps<V extends string> = {
  choices: readonly SelectChoice<V>[]
  value: V | null
  onChange: (value: V) => void
  /** The accessible name, for a control without `Field` or label. */
  label?: string
  /** Shown while nothing is chosen. */
  placeholder?: string
  size?: 'regular' | 'small'
  /** `chip` is for bars and framed like a button; `field` is for forms. */
  variant?: 'field' | 'chip'
  disabled?: boolean
  /** The control keeps the focus and accepts no choice while one is being sent to the server. */
  readOnly?: boolean
  name?: string
  id?: string
  className?: string
}

/** A choice of a few. `role=combobox`; opens by Enter, Space or an arrow key, and finds by typing. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { choices, value, onChange, label, placeholder = '', className, ...others } = props
  const { size = 'regular', variant = 'field', disabled = false, ...rest } = others
  const isHydrated = useHydrated()
  const asides = useId()
  const onChoice = useContext(ChoiceContext)
  const chosen = choices.find(choice => choice.value === value)
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={next => {
        if (next === null) return
        onChoice()
        onChange(next)
      }}
      modal={false}
      // A press before hydration would be lost.
      disabled={disabled || !isHydrated}
      {...rest}
    >
      <Base.Trigger
        aria-label={label}
        title={chosen?.label}
        className={classes(
          triggerClasses,
          variant === 'chip' ? 'border-line' : 'border-line-strong',
          size === 'small' ? 'h-6.5' : 'h-7.5',
          className,
        )}
      >
        {chosen?.icon}
        <Base.Value
          lang={chosen?.lang}
          className={classes('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}
          placeholder={placeholder}
        >
          {/* Base UI itself shows no label for ''. */}
          {chosen?.chosenLabel ?? chosen?.label}
        </Base.Value>
        <Base.Icon className="text-ink-3">
          <ChevronDown className="size-3.5" aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          className="z-50 outline-none"
          sideOffset={4}
          align="start"
          alignItemWithTrigger={false}
        >
          <Base.Popup className={classes(popupClasses, 'min-w-(--anchor-width) max-w-96')}>
            <Base.List className="max-h-(--available-height) overflow-y-auto p-1">
              {choices.map((choice, at) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  disabled={choice.disabled}
                  aria-describedby={choice.aside === undefined ? undefined : `${asides}-${at}`}
                  className={choiceClasses}
                >
                  <span className="flex w-3.5 shrink-0">
                    <Base.ItemIndicator>
                      <Check className="size-3.5" aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  {choice.icon}
                  <Base.ItemText lang={choice.lang} className="min-w-0 flex-1 truncate">
                    {choice.label}
                  </Base.ItemText>
                  {choice.aside !== undefined && (
                    // The text is a description, not part of the accessible name.
                    <span id={`${asides}-${at}`} aria-hidden className="text-ink-3 text-xs">
                      {choice.aside}
                    </span>
                  )}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const triggerClasses = classes(
  'flex min-w-0 items-center gap-1.5 rounded-md border bg-bg px-2 text-left text-ink text-sm max-[640px]:min-h-10',
  'not-data-disabled:hover:bg-shade data-disabled:cursor-default data-disabled:text-ink-3 data-invalid:border-fail',
)
