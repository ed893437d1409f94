import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { Combobox } from '@/components/ui/fields/combobox'
import { Select } from '@/components/ui/fields/select'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { columnLetters } from '@/lib/files/book/column-letters'
import {
  type CombineMode,
  combineColumns,
  combineModeOf,
  setValue,
  WHOLE_ADDRESS,
} from '@/lib/import/match/edit-mapping'
import type { ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { listOf } from '@/lib/words/sentences/join'
import type { Target, Targets } from './column-names'
import { targetId } from './unread'
import type { FileRow, Reason } from './use-mapping'
import { MappingValues } from './values'

interface Props {
  sheet: SheetId
  rows: readonly FileRow[]
  recipe: Recipe
  targets: Targets
  reasonOf: (id: string) => Reason | undefined
  onMap: (row: FileRow, id: string | undefined) => void
  onRecipe: (recipe: Recipe) => void
}

/** A row for each column of the file: heading, samples, the column it is mapped to, and why. */
export function MappingRows({ rows, ...rest }: Props) {
  const t = useTranslations('intake.mapping')
  return (
    <table
      aria-label={t('columns')}
      className="w-full table-fixed border-separate border-spacing-0 max-[900px]:min-w-160"
    >
      <colgroup>
        <col className="w-38" />
        <col />
        <col className="w-50" />
        <col className="w-48" />
      </colgroup>
      <thead className="sticky top-0 z-10 bg-panel text-left text-ink-2 text-xs">
        <tr>
          {(['heading', 'samples', 'target', 'why'] as const).map(word => (
            <th key={word} scope="col" className={classes(cell, 'h-7 font-medium')}>
              {t(`head.${word}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.at} row={row} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

const cell = 'border-line-soft border-b px-2 py-1 align-top first:pl-3.5'

function Row({
  sheet,
  row,
  recipe,
  targets,
  reasonOf,
  onMap,
  onRecipe,
}: { row: FileRow } & Omit<Props, 'rows'>) {
  const t = useTranslations('intake.mapping')
  const [first] = row.targets
  const rule = first === undefined ? undefined : recipe.fields[first]
  const target = rule && 'part' in rule ? WHOLE_ADDRESS : first
  const together = combineModeOf(rule)
  return (
    <tr className={row.targets.length === 0 ? 'text-ink-2' : undefined}>
      <th scope="row" className={classes(cell, 'text-left font-normal')}>
        <span className="flex min-h-7.5 items-center gap-1.5">
          <span aria-hidden className="w-5 shrink-0 text-2xs text-ink-3">
            {columnLetters(row.at)}
          </span>
          <span className="min-w-0 truncate font-medium text-ink" title={row.name}>
            {row.name}
          </span>
          {row.isFresh && <span className="shrink-0 text-2xs text-warn">{t('fresh')}</span>}
        </span>
      </th>
      <td className={cell}>
        <Samples texts={row.samples} />
      </td>
      <td className={cell}>
        <MappingTarget
          id={targetId(row.at)}
          targets={targets}
          value={target}
          label={t('targetOf', { heading: row.name })}
          isUnread={row.isUnread}
          onChange={id => onMap(row, id)}
        />
      </td>
      <td className={classes(cell, 'text-ink-2 text-xs')}>
        <span className="flex min-h-7.5 flex-wrap items-center gap-x-1.5 gap-y-1">
          <Why
            reason={first === undefined ? undefined : reasonOf(first)}
            isUnread={row.isUnread}
            isBuyers={isBuyers(rule)}
            others={row.targets.slice(1)}
            targets={targets}
            isWhole={target === WHOLE_ADDRESS}
          />
          {first !== undefined && together && (
            <TogetherChoice
              value={together}
              label={t('together.label', { column: targets.nameOf(first) })}
              onChange={next => onRecipe(combineColumns(recipe, first, next))}
            />
          )}
        </span>
        {first !== undefined && rule && 'take' in rule && (
          <MappingValues
            sheet={sheet}
            id={first}
            rule={rule}
            texts={row.distinct}
            onChange={(text, value) => onRecipe(setValue(recipe, first, text, value))}
          />
        )}
      </td>
    </tr>
  )
}

/** Sample texts, with their blanks visible. */
function Samples({ texts }: { texts: readonly string[] }) {
  const t = useTranslations('intake.mapping')
  if (texts.length === 0) return <span className="flex min-h-7.5 items-center text-ink-3">{t('empty')}</span>
  return (
    <ul className="flex min-h-7.5 min-w-0 flex-wrap content-center items-center gap-1">
      {texts.map(text => (
        <li
          key={text}
          title={text}
          className="min-w-0 max-w-[min(11rem,100%)] truncate whitespace-pre rounded-sm bg-shade px-1.25 py-0.25 text-ink"
        >
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Whether the rule takes the buyer's texts for the recipient. */
const isBuyers = (rule: ColumnRule | undefined): boolean =>
  rule !== undefined &&
  ('firstOf' in rule ? rule.firstOf.some(isBuyers) : 'take' in rule && rule.ofBuyer !== undefined)

function Why({
  reason,
  isUnread,
  isBuyers,
  others,
  targets,
  isWhole,
}: {
  reason: Reason | undefined
  isUnread: boolean
  isBuyers: boolean
  others: readonly string[]
  targets: Targets
  isWhole: boolean
}) {
  const t = useTranslations('intake.mapping')
  const locale = useLocale()
  if (!reason && isUnread) return <span className="text-warn">{t('why.unread')}</span>
  if (!reason) return <span className="text-ink-3">{t('why.none')}</span>
  const also = isWhole ? '' : listOf(locale, others.map(targets.nameOf))
  return (
    <span>
      {reason.kind === 'values'
        ? t(`why.looks.${reason.detail}`)
        : 'detail' in reason
          ? t(`why.${reason.kind}`, { name: reason.detail })
          : t(`why.${reason.kind}`)}
      {isBuyers && <span className="text-warn">{` · ${t('ofBuyer')}`}</span>}
      {also !== '' && ` · ${t('why.also', { columns: also })}`}
    </span>
  )
}

const joiners = { space: ' ', hyphen: '-', comma: ', ', nothing: '', first: undefined } as const
type Joiner = keyof typeof joiners

function TogetherChoice({
  value,
  label,
  onChange,
}: {
  value: CombineMode
  label: string
  onChange: (together: CombineMode) => void
}) {
  const t = useTranslations('intake.mapping.together')
  const keys = Object.keys(joiners) as Joiner[]
  const by = value === 'first' ? undefined : value.by
  return (
    <Select
      size="small"
      className="w-36"
      label={label}
      value={keys.find(key => joiners[key] === by) ?? null}
      choices={keys.map(key => ({ value: key, label: t(key) }))}
      onChange={key => {
        const joiner = joiners[key]
        onChange(joiner === undefined ? 'first' : { by: joiner })
      }}
    />
  )
}

interface TargetProps {
  targets: Targets
  /** Id of the column of the sheet; undefined where it is mapped to none. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Names the field for a screen reader. */
  label: string
  /** Whether it is still to be decided that no column means that it is not imported. */
  isUnread: boolean
  /** Id of the text field. */
  id?: string
}

/**
 * Which column of the sheet something is mapped to, found by typing its name in any language. What is typed changes
 * nothing until a choice is taken, Enter is pressed or the field is left; a text that is not a column goes then, and no
 * text maps to nothing, as does the choice to leave the column out.
 */
function MappingTarget({ targets, value, onChange, label, isUnread, id }: TargetProps) {
  const t = useTranslations('intake.mapping')
  const leaveOut = t('leaveOut')
  const name = value === undefined ? '' : targets.nameOf(value)
  const canLeaveOut = value !== undefined || isUnread
  const [typed, setTyped] = useState<string>()
  const commit = (text: string | undefined) => {
    setTyped(undefined)
    if (text === undefined) return
    const target = targets.named(text)
    const isOther = text.trim() === '' ? value !== undefined : target && target.id !== value
    if (text === leaveOut || isOther) onChange(target?.id)
  }
  const find = (text: string) => {
    const choices = (found: readonly Target[]) =>
      found.map(target => ({ value: target.name, word: target.group }))
    if (text !== name) return choices(targets.find(text))
    // For the current value the list shows all columns, the current one first: Enter then changes nothing.
    const isCurrent = ({ id }: Target) => id === value
    return [
      ...choices(targets.all.filter(isCurrent)),
      ...(canLeaveOut ? [{ value: leaveOut }] : []),
      ...choices(targets.all.filter(target => !isCurrent(target))),
    ]
  }
  return (
    <Combobox
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      placeholder={isUnread ? t('choose') : leaveOut}
      find={find}
      value={typed ?? name}
      openLabel={t('open', { column: label })}
      onChange={setTyped}
      onSelect={commit}
      onKeyDown={event => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
        // Enter that ends a composition chooses a word of the input method.
        if (event.key === 'Enter' && !isChoosing && !isComposing(event.nativeEvent)) commit(typed)
        if (event.key === 'Escape') setTyped(undefined)
      }}
      onBlur={() => commit(typed)}
    />
  )
}
