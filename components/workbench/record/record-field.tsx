import { type KeyboardEvent, memo, type RefCallback, useId } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { pasteText } from '@/components/grid/edit/paste-text'
import { severityOf } from '@/components/grid/paint/cell'
import type { ChoiceFinder } from '@/components/grid/source'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { Combobox } from '@/components/ui/fields/combobox'
import { GrowingTextArea } from '@/components/ui/fields/growing-text-area'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { OriginalMessages } from '@/components/workbench/errors/original-messages'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { countCharacters } from '@/lib/contract/characters'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { Choice } from '@/lib/sheet/schema/choices/choices'
import type { ValueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Typing } from './use-record-form'

interface Props {
  name: string
  column: Column
  line: string
  marks: readonly Mark[]
  locked: boolean
  /** The name of the field within its group. */
  label: string
  typing: Typing
  /** Where the text came from, unless the operator typed it. */
  origin: string | undefined
  /** Marks the cell as reviewed; undefined where it needs no review. */
  accept: ((cell: CellAddress) => void) | undefined
  /** The maximum length of its text. */
  limit: number | undefined
  /** Whether it is the active cell. */
  isHere: boolean
}

/** One cell as a field: its name, its text, its rules, and its errors below. */
export const CellField = memo(function CellField(props: Props) {
  const { name, column, line, marks, locked, label, typing, origin, accept, limit, isHere } = props
  const t = useTranslations('recordPanel')
  const { words } = useWorkbench()
  const id = useId()
  const finder = words.help.finder(column)
  const severity = severityOf(marks)
  const messages = words.sentences(marks, { line, column: column.id })
  const originals = messages.flatMap(message => message.originals)
  const invalid = severity === 'failure' || severity === 'oneof'
  const describedBy = [
    messages.length > 0 && `${id}-messages`,
    origin !== undefined && `${id}-origin`,
    limit !== undefined && `${id}-count`,
  ]
    .filter(Boolean)
    .join(' ')
  const control = {
    id,
    name,
    cell: { line, column: column.id },
    typing,
    locked,
    required: column.required,
    invalid,
    describedBy: describedBy || undefined,
  }
  return (
    <div
      data-field={column.id}
      data-line={line}
      className={classes('min-w-0', isWide(column) && 'col-span-2')}
    >
      <div className="flex items-baseline gap-1.5 pb-0.5 text-xs">
        <label htmlFor={id} className={classes('truncate', isHere ? 'font-medium text-ink' : 'text-ink-2')}>
          {label}
        </label>
        {column.required && (
          <span aria-hidden="true" className="-ml-1 text-fail">
            *
          </span>
        )}
        {limit !== undefined && (
          <Count id={`${id}-count`} name={name} max={limit} isBound={limit === column.max} />
        )}
      </div>
      {finder ? (
        <ChoiceControl
          {...control}
          finder={finder}
          display={words.help.display(column)}
          openLabel={t('choices', { field: label })}
        />
      ) : (
        <TextControl {...control} column={column} />
      )}
      {messages.length > 0 && (
        <div id={`${id}-messages`} className="break-words pt-0.5 text-xs">
          {messages.map(({ text, mark }) => (
            <p key={text} className={inkOf(mark)}>
              {text}
            </p>
          ))}
        </div>
      )}
      {originals.length > 0 && (
        <div className="text-ink-3 text-xs">
          <OriginalMessages messages={originals} />
        </div>
      )}
      {origin !== undefined && (
        <div className="flex flex-wrap items-start gap-x-1.5 gap-y-1 pt-0.5 text-xs">
          <p
            id={`${id}-origin`}
            className={classes('min-w-0 flex-1 basis-40 break-words', accept ? 'text-warn' : 'text-ink-3')}
          >
            {origin}
          </p>
          {accept && (
            <Button
              size="small"
              className="h-5.5 shrink-0"
              aria-label={t('acceptOf', { field: label })}
              onClick={() => {
                accept({ line, column: column.id })
                // The button disappears; the focus goes to its field.
                document.getElementById(id)?.focus()
              }}
            >
              {t('accept')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
})

const inkOf = (mark: Mark) =>
  mark.stale || mark.severity === 'notice'
    ? 'text-ink-3'
    : mark.severity === 'failure'
      ? 'text-fail'
      : 'text-warn'

/** Fields for short texts are two in a row. */
const isWide = (column: Column) => column.kind === 'list' || column.url || column.width > 132

interface ControlProps {
  id: string
  name: string
  cell: { line: string; column: string }
  typing: Typing
  locked: boolean
  required: boolean
  invalid: boolean
  describedBy: string | undefined
}

function TextControl(props: ControlProps & { column: Column }) {
  const { id, name, cell, typing, locked, required, invalid, describedBy, column } = props
  const { register } = useFormContext<Record<string, string>>()
  // Renders with each text, after which the field fits it.
  useWatch<Record<string, string>>({ name })
  const isNumber = column.kind === 'number' || column.kind === 'integer'
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    // Enter starts a new entry of a list. Alt+Enter starts a new line of any other text, as in the sheet.
    if (event.altKey) document.execCommand('insertText', false, '\n')
    else if (column.kind === 'list' && !event.ctrlKey) return
    else typing.flush()
    event.preventDefault()
  }
  return (
    // A text may contain line breaks, which a one-line field would drop.
    <GrowingTextArea
      {...register(name, { onChange: () => typing.typed(name, cell), onBlur: typing.left })}
      id={id}
      rows={column.kind === 'list' ? 2 : 1}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      readOnly={locked}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      onPaste={pasteText}
      className="scroll-my-10 overflow-y-auto read-only:bg-shade read-only:text-ink-2 max-[640px]:py-2.5 [overflow-wrap:anywhere]"
    />
  )
}

interface ChoiceControlProps extends ControlProps {
  finder: ChoiceFinder
  display: ValueDisplay | undefined
  openLabel: string
}

function ChoiceControl(props: ChoiceControlProps) {
  const { id, name, cell, typing, locked, required, invalid, describedBy, finder, display, openLabel } = props
  const { field } = useController<Record<string, string>>({ name })
  const ref: RefCallback<HTMLInputElement> = field.ref
  return (
    <Combobox
      ref={ref}
      id={id}
      find={text => proposals(finder, text)}
      value={field.value ?? ''}
      onChange={value => {
        field.onChange(value)
        typing.typed(name, cell)
      }}
      onBlur={() => {
        field.onBlur()
        typing.left()
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) typing.flush()
      }}
      openLabel={openLabel}
      note={display?.(field.value ?? '')?.label || undefined}
      readOnly={locked}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
    />
  )
}

/** The choices for a text; all of them while the text is a choice. */
function proposals(finder: ChoiceFinder, text: string): readonly Choice[] {
  const { choices, at } = finder.all(text)
  return at >= 0 ? choices : finder.match(text).choices
}

/**
 * The number of characters and the limit, beside the name and in the description of the field.
 * @param isBound false: only orders to Japan have the limit
 */
function Count({ id, name, max, isBound }: { id: string; name: string; max: number; isBound: boolean }) {
  const t = useTranslations('recordPanel')
  const length = countCharacters(useWatch<Record<string, string>>({ name }) ?? '')
  return (
    <span
      id={id}
      aria-label={t('characters', { length, max })}
      role="note"
      className={classes(
        'ml-auto shrink-0',
        length <= max ? 'text-ink-3' : isBound ? 'font-medium text-fail' : 'font-medium text-warn',
        length === 0 && 'opacity-0',
      )}
    >
      {length} / {max}
    </span>
  )
}
