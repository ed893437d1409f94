import {
  ALargeSmall,
  CaseSensitive,
  ChevronDown,
  ChevronRight,
  ChevronUp,
  Regex,
  WholeWord,
  X,
} from 'lucide-react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { hitPosition } from '@/lib/sheet/acts/find/find'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { FindScope, FindSession, FindState } from './find-session'

interface Props {
  field: RefObject<HTMLInputElement | null>
  session: FindSession
  state: FindState
  /** The active cell, and the name of its column. */
  at: CellAddress | null
  column: string
  withReplace: boolean
  onReplace: (shown: boolean) => void
  /** Called when the focus comes here from the sheet. */
  onArrive: () => void
  onStep: (way: 1 | -1) => void
  onReplaceOne: () => void
  onReplaceAll: () => void
  onClose: () => void
}

const options = [
  ['matchCase', CaseSensitive],
  ['wholeCell', WholeWord],
  ['expression', Regex],
  ['anyWidth', ALargeSmall],
] as const
const scopes: readonly FindScope[] = ['sheet', 'shown', 'column', 'selection']

/** The query, the scope, the number of hits, and the replacement. */
export function FindPanel(props: Props) {
  const { field, session, state, column, withReplace } = props
  const t = useTranslations('find')
  const { query, by, scope } = state
  const count = state.hits?.rows.length ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') props.onClose()
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    else if (event.target === field.current) props.onStep(event.shiftKey ? -1 : 1)
    else props.onReplaceOne()
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) props.onArrive()
  }
  return (
    <search
      data-region="find"
      aria-label={t('label')}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="flex shrink-0 flex-col gap-1.5 px-3.5 pt-1.5 pb-2.5"
    >
      <div className="-mr-2 flex items-center font-semibold text-ink-2 text-xs">
        <h2>
          <button
            type="button"
            aria-expanded={withReplace}
            onClick={() => props.onReplace(!withReplace)}
            className="flex items-center gap-1 rounded py-1 pr-1"
          >
            {withReplace ? (
              <ChevronDown aria-hidden className="size-3.5" />
            ) : (
              <ChevronRight aria-hidden className="size-3.5" />
            )}
            {t('label')}
          </button>
        </h2>
        <span className="flex-1" />
        <IconButton
          label={t('previous')}
          keys="Shift+F3"
          onClick={() => props.onStep(-1)}
          disabled={count === 0}
          focusableWhenDisabled
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={t('next')}
          keys="F3"
          onClick={() => props.onStep(1)}
          disabled={count === 0}
          focusableWhenDisabled
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label={t('close')} keys="Escape" onClick={props.onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <Input
        ref={field}
        size="small"
        aria-label={t('what')}
        placeholder={t('what')}
        aria-invalid={state.progress === 'unreadable' || undefined}
        aria-describedby="find-outcome"
        value={query.text}
        onChange={event => session.update({ query: { ...query, text: event.currentTarget.value } })}
      />
      {withReplace && (
        <Input
          size="small"
          aria-label={t('by')}
          placeholder={t('by')}
          value={by}
          onChange={event => session.update({ by: event.currentTarget.value })}
        />
      )}
      <div className="flex gap-1">
        {options.map(([option, Icon]) => (
          <IconButton
            key={option}
            label={t(`options.${option}`)}
            aria-pressed={query[option]}
            disabled={option === 'anyWidth' && query.expression}
            focusableWhenDisabled
            onClick={() => session.update({ query: { ...query, [option]: !query[option] } })}
            className="h-6 flex-1 rounded border-line px-1 text-xs aria-pressed:border-2 aria-pressed:border-accent aria-pressed:text-accent"
          >
            <Icon aria-hidden className="size-4!" />
          </IconButton>
        ))}
      </div>
      <Select
        size="small"
        label={t('scope')}
        value={scope}
        onChange={next => session.update({ scope: next })}
        choices={scopes.map(value => ({
          value,
          label: t(`scopes.${value}`, { column }),
          disabled: value === 'selection' && session.place.selection === undefined,
        }))}
      />
      <Outcome state={state} at={props.at} />
      {withReplace && (
        <div className="flex gap-1.5">
          <Button
            size="small"
            className="flex-1"
            onClick={props.onReplaceOne}
            disabled={count === 0}
            focusableWhenDisabled
          >
            {t('replace')}
          </Button>
          <Button
            size="small"
            className="flex-1"
            onClick={props.onReplaceAll}
            disabled={count === 0}
            focusableWhenDisabled
          >
            {t('replaceAll')}
          </Button>
        </div>
      )}
    </search>
  )
}

/** The number of hits, with room of its own, so that nothing moves when it is known. */
function Outcome({ state, at }: { state: FindState; at: CellAddress | null }) {
  const t = useTranslations('find')
  const tWorkbench = useWorkbenchTranslations()
  const { hits, progress } = state
  const place = hits && hitPosition(hits, at)
  const count = hits?.rows.length ?? 0
  const isWrong = progress === 'unreadable' || progress === 'stopped'
  const found = (hits: NonNullable<FindState['hits']>) =>
    count === 0
      ? t('none')
      : t('count', {
          at: place?.isHit ? place.at + 1 : 0,
          count,
          orders: tWorkbench('records', { count: hits.orders }),
        })
  return (
    <p
      id="find-outcome"
      data-progress={progress}
      className={`min-h-8.5 text-xs ${isWrong ? 'text-fail' : 'text-ink-2'}`}
    >
      {progress === 'unreadable' && t('unreadable', { problem: state.problem })}
      {progress === 'stopped' && t('stopped')}
      {progress === 'searching' && t('searching')}
      {progress === 'found' && hits && found(hits)}
    </p>
  )
}
