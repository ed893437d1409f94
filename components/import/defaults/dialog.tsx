import { type RefObject, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSchemaMessage } from '@/components/forms/use-schema-message'
import type { RecordType } from '@/components/import/summary/sentences'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Input } from '@/components/ui/fields/input'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useBusy } from '@/components/ui/use-busy'
import { type Defaults, defaultsSchema } from '@/lib/desk-api/master/defaults'
import { offeredValues, presetFields } from '@/lib/desk-api/master/presets'
import { columnOf, fieldNames } from '@/lib/desk-api/master/product-master'
import { countMissing, type MissingDefaults } from '@/lib/import/lines/fill/missing-defaults'
import { WAREHOUSE_COLUMN } from '@/lib/sheet/judge/warnings/warehouses'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { Column } from '@/lib/sheet/schema/columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { DefaultField } from './default-field'
import { initialFields, type KnownDefaults } from './initial-values'
import { type ItemField, ItemsTable, type ItemTexts, pastedCells, withItemCells } from './items-table'

/** The fields that the dialog asks for, and the shop that they belong to. */
export interface DefaultsQuestion {
  readonly sheet: SheetId
  readonly missing: MissingDefaults
  /** Orders or products that are filled. */
  readonly count: number
  /** Keys of the shop; none: it is unknown, and the preset fills every import. */
  readonly shops: readonly string[]
  /** The name of the preset to propose. */
  readonly name: string
  /** Whether the shop has this preset already: what is set joins it. */
  readonly isKnown: boolean
  readonly known: KnownDefaults
}

interface Props {
  question: DefaultsQuestion
  record: RecordType
  nameOf: (column: string) => string
  /** Saves and applies what was set. @returns why it was refused */
  onApply: (defaults: Defaults, isChecked: boolean) => Promise<string | undefined>
  /** Whether orders can be checked. */
  canCheck: boolean
  onClose: () => void
}

/** Asks once for the fields that a shop never exports: those of all orders, and those of each item code. */
export function DefaultsDialog({ question, record, nameOf, onApply, canCheck, onClose }: Props) {
  const { sheet, missing, count, shops, known, isKnown } = question
  const t = useTranslations('intake.defaults')
  const word = useSchemaMessage()
  const [fields, setFields] = useState(() => initialFields(sheet, missing, known))
  const [texts, setTexts] = useState<readonly ItemTexts[]>(() => missing.items.map(() => ({})))
  const [isSaved, setSaved] = useState(true)
  const [name, setName] = useState(question.name)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, whileBusy] = useBusy()
  const body = useRef<HTMLFormElement>(null)
  const form = useId()
  const first = useRef<HTMLInputElement>(null)
  const act = useRef<HTMLButtonElement>(null)

  const listed = presetFields(sheet).filter(({ column }) => missing.columns.includes(column.id))
  // The focus starts where something has to be typed.
  const [firstBlank] = useState(() =>
    listed.find(({ name, column }) => fields[name] === '' && isTyped(column, known)),
  )
  const hasFirst = firstBlank !== undefined || missing.items.length > 0

  const parse = () =>
    defaultsSchema.safeParse({
      sheet,
      shops: [...shops],
      isSaved: isSaved && listed.length > 0,
      name,
      fields,
      items: missing.items.map(({ code, name }, at) => ({ code, name, texts: withCodes(texts[at] ?? {}) })),
    })
  // After the first attempt, a message disappears as soon as its field is valid.
  const issues = isTried ? (parse().error?.issues ?? []) : []
  const failures = new Map(issues.map(({ path, message }) => [path.join('.'), message]))
  const failureAt = (path: string): string | undefined => {
    const message = failures.get(path)
    return message === undefined ? undefined : word(message)
  }
  const apply = (isChecked: boolean) => {
    if (isBusy) return
    const read = parse()
    setRefusal(undefined)
    setTried(!read.success)
    if (!read.success) {
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(INVALID)?.focus())
      return
    }
    void whileBusy(async () => setRefusal(await onApply(read.data, isChecked)))
  }
  const badName = failureAt('name')

  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t(shops.length > 0 ? 'title' : 'titleDraft', { count: countMissing(missing), record })}
      description={t('lead', { count, record })}
      initialFocus={(hasFirst ? first : act) as RefObject<HTMLElement | null>}
      width={760}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('later')}
          </Button>
          <Button
            ref={canCheck ? undefined : act}
            {...(canCheck
              ? { variant: 'plain', onClick: () => apply(false) }
              : { variant: 'primary', type: 'submit', form })}
            disabled={isBusy}
            focusableWhenDisabled
          >
            {t('apply', { count, record })}
          </Button>
          {canCheck && (
            <Button
              ref={act}
              variant="primary"
              type="submit"
              form={form}
              disabled={isBusy}
              focusableWhenDisabled
            >
              {t('applyAndCheck')}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        ref={body}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          apply(canCheck)
        }}
        // A block with item codes goes to its items, whichever field has the focus.
        onPaste={event => {
          if (event.isDefaultPrevented()) return
          const cells = pastedCells(event.clipboardData.getData('text/plain'), missing.items, undefined)
          if (cells.length === 0) return
          event.preventDefault()
          setTexts(withItemCells(texts, missing.items, cells))
        }}
        className="flex flex-col gap-2"
      >
        {listed.length > 0 && (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3 gap-y-1.5">
            {listed.map(({ name: field, column }) => (
              <DefaultField
                key={field}
                column={column}
                label={nameOf(column.id)}
                value={fields[field] ?? ''}
                failure={failureAt(`fields.${field}`)}
                warehouses={known.warehouses}
                onChange={text => setFields({ ...fields, [field]: text })}
                field={field === firstBlank?.name ? first : undefined}
              />
            ))}
          </div>
        )}
        {listed.length > 0 && (
          <div className="flex min-h-7.5 flex-wrap items-center gap-x-2.5 gap-y-1">
            <label className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={isSaved}
                onChange={event => setSaved(event.currentTarget.checked)}
                className="accent-accent"
              />
              {t(shops.length > 0 ? 'save' : 'saveDraft')}
            </label>
            <Input
              size="small"
              className="w-56!"
              aria-label={t('name')}
              aria-invalid={badName !== undefined}
              value={name}
              maxLength={60}
              disabled={!isSaved || isKnown}
              onChange={event => setName(event.currentTarget.value)}
              autoComplete="off"
            />
            {badName !== undefined && <span className="text-fail text-xs">{badName}</span>}
          </div>
        )}
        {missing.items.length > 0 && (
          <section className="flex flex-col gap-1 border-line border-t pt-2">
            <h3 className="font-medium">{t('itemsTitle', { count: missing.items.length })}</h3>
            <p className="text-ink-2 text-xs">
              {t(missing.items.some(({ code }) => code === '') ? 'itemsLeadUncoded' : 'itemsLead')}
            </p>
            <div className="overflow-x-auto">
              <ItemsTable
                items={missing.items}
                texts={texts}
                failureOf={(item, field) => failureAt(`items.${item}.texts.${field}`)}
                nameOf={nameOf}
                onChange={setTexts}
                firstCell={firstBlank === undefined ? first : undefined}
              />
            </div>
          </section>
        )}
        <div role="alert">{refusal !== undefined && <Notice tone="fail">{refusal}</Notice>}</div>
      </form>
    </Dialog>
  )
}

/** The controls that the contract refuses, and not the fields around them. */
const INVALID = ':is(input, button):is([aria-invalid=true], [data-invalid])'

/** Whether a field is typed, and not chosen from a list. */
const isTyped = (column: Column, { warehouses }: KnownDefaults): boolean =>
  offeredValues(column) === undefined && !(column.id === WAREHOUSE_COLUMN && warehouses.length > 0)

const orderColumns = sheets['orders/japan'].columns

/** The texts with the codes of what was typed by name: 한국 becomes KR. */
const withCodes = (texts: ItemTexts): ItemTexts =>
  Object.fromEntries(
    fieldNames.flatMap((field: ItemField) => {
      const column = orderColumns.find(({ id }) => id === columnOf(field))
      const text = texts[field]
      return text === undefined ? [] : [[field, column ? storedText(text.trim(), column) : text]]
    }),
  )
