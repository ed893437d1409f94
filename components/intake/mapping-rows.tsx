import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/select'
import { columnLetters } from '@/lib/intake/heading'
import { putTogether, setValue, type Together, togetherOf, WHOLE_ADDRESS } from '@/lib/intake/mapping'
import type { Recipe } from '@/lib/intake/recipe'
import type { Targets } from './column-names'
import { MappingTarget } from './mapping-target'
import { targetId } from './mapping-unread'
import { MappingValues } from './mapping-values'
import type { FileRow, Reason } from './use-mapping'

interface Props {
  rows: readonly FileRow[]
  recipe: Recipe
  targets: Targets
  reasonOf: (id: string) => Reason | undefined
  onFeed: (row: FileRow, id: string | undefined) => void
  onRecipe: (recipe: Recipe) => void
}

/** One line for each column of the file: what it is called, what stands in it, what it feeds, and why. */
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
          {(['heading', 'samples', 'feeds', 'why'] as const).map(word => (
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

function Row({ row, recipe, targets, reasonOf, onFeed, onRecipe }: { row: FileRow } & Omit<Props, 'rows'>) {
  const t = useTranslations('intake.mapping')
  const [first] = row.feeds
  const rule = first === undefined ? undefined : recipe.fields[first]
  const target = rule && 'part' in rule ? WHOLE_ADDRESS : first
  const together = togetherOf(rule)
  return (
    <tr className={row.feeds.length === 0 ? 'text-ink-2' : undefined}>
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
          label={t('feedsOf', { heading: row.name })}
          onChange={id => onFeed(row, id)}
        />
      </td>
      <td className={classes(cell, 'text-ink-2 text-xs')}>
        <span className="flex min-h-7.5 flex-wrap items-center gap-x-1.5 gap-y-1">
          <Why
            reason={first === undefined ? undefined : reasonOf(first)}
            isUnread={row.isUnread}
            others={row.feeds.slice(1)}
            targets={targets}
            isWhole={target === WHOLE_ADDRESS}
          />
          {first !== undefined && together && (
            <TogetherChoice
              value={together}
              label={t('together.label', { column: targets.nameOf(first) })}
              onChange={next => onRecipe(putTogether(recipe, first, next))}
            />
          )}
        </span>
        {first !== undefined && rule && 'take' in rule && (
          <MappingValues
            id={first}
            rule={rule}
            texts={row.few}
            onChange={(text, value) => onRecipe(setValue(recipe, first, text, value))}
          />
        )}
      </td>
    </tr>
  )
}

/** Texts as the file has them; blanks between them are seen. */
export function Samples({ texts }: { texts: readonly string[] }) {
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

function Why({
  reason,
  isUnread,
  others,
  targets,
  isWhole,
}: {
  reason: Reason | undefined
  isUnread: boolean
  others: readonly string[]
  targets: Targets
  isWhole: boolean
}) {
  const t = useTranslations('intake.mapping')
  if (!reason && isUnread) return <span className="text-warn">{t('why.unread')}</span>
  if (!reason) return <span className="text-ink-3">{t('why.none')}</span>
  const also = isWhole ? '' : others.map(id => targets.nameOf(id)).join(', ')
  return (
    <span>
      {reason.kind === 'values'
        ? t(`why.looks.${reason.detail}`)
        : reason.kind === 'heading' || reason.kind === 'near'
          ? t(`why.${reason.kind}`, { name: reason.detail })
          : t(`why.${reason.kind}`)}
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
  value: Together
  label: string
  onChange: (together: Together) => void
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
