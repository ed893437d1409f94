import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AnchoredPopover } from '@/components/ui/anchored-popover'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { withColumn } from '@/lib/sheet/arrange'
import { type ColumnFilter, contains, countTexts, showsAll } from '@/lib/sheet/column-filter'
import type { Column } from '@/lib/sheet/columns'
import type { Workbook } from '@/lib/sheet/workbook'
import { ValueList } from './value-list'

interface Props {
  workbook: Workbook
  column: Column
  /** The column's name. */
  name: string
  anchor: Element
  onApply: (wanted: ColumnFilter | undefined) => void
  onClose: () => void
  onReturn: () => void
}

/** The values of a column, with how often each is there, to show some of them or those that contain a text. */
export function ValueFilter({ workbook, column, name, anchor, onApply, onClose, onReturn }: Props) {
  const t = useTranslations('filter')
  const search = useRef<HTMLInputElement>(null)
  const { filter } = workbook.arrangement
  const before = filter.columns.get(column.id) ?? showsAll
  const [sought, setSought] = useState(before.contains)
  const [picked, setPicked] = useState<ColumnFilter>({ ...before, contains: '' })
  // Counted when it opens, over what the other filters show.
  const values = useMemo(() => {
    const others = workbook.view.shownBy(withColumn(workbook.arrangement.filter, column.id, undefined))
    return countTexts(others, workbook.draft, column.id, workbook.edits.record)
  }, [workbook, column])
  const found = useMemo(
    () => (sought.trim() === '' ? values : values.filter(({ text }) => contains(text, sought))),
    [values, sought],
  )
  const isPicked = (text: string) => picked.texts.has(text) !== picked.except
  const pick = (texts: readonly string[], on: boolean) => {
    const next = new Set(picked.texts)
    for (const text of texts) {
      if (on === picked.except) next.delete(text)
      else next.add(text)
    }
    setPicked({ ...picked, texts: next })
  }
  const pickAll = (on: boolean) => {
    if (found === values) setPicked({ texts: new Set(), except: on, contains: '' })
    else
      pick(
        found.map(({ text }) => text),
        on,
      )
  }
  const isNone = !picked.except && picked.texts.size === 0
  const applyPicked = () => {
    if (isNone) return
    const left = values.filter(({ text }) => isPicked(text)).map(({ text }) => text)
    // The few that are shown are told sooner than the many that are not.
    const few = picked.except && left.length <= picked.texts.size
    const isAll = picked.except && picked.texts.size === 0
    onApply(isAll ? undefined : few ? { ...picked, texts: new Set(left), except: false } : picked)
  }
  const applyText = () => onApply({ ...showsAll, contains: sought.trim() })
  const count = found.filter(({ text }) => isPicked(text)).length
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (sought.trim() === '') applyPicked()
    else applyText()
  }
  return (
    <AnchoredPopover
      anchor={anchor}
      title={t('of', { column: name })}
      onClose={onClose}
      onReturn={onReturn}
      initialFocus={search}
    >
      <Input
        ref={search}
        size="small"
        className="shrink-0"
        aria-label={t('search')}
        placeholder={t('search')}
        value={sought}
        onChange={event => setSought(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {sought.trim() !== '' && (
        <button
          type="button"
          onClick={applyText}
          className="flex justify-between gap-2 rounded px-1.5 py-1 text-left text-accent text-xs hover:bg-shade"
        >
          <span className="min-w-0 truncate">{t('allContaining', { text: sought.trim() })}</span>
          <kbd className="font-sans text-ink-3">Enter</kbd>
        </button>
      )}
      <div className="flex items-center gap-1 text-xs">
        <Button variant="quiet" size="small" onClick={() => pickAll(true)}>
          {t('all')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => pickAll(false)}>
          {t('none')}
        </Button>
        <span className="ml-auto text-ink-3">{t('picked', { count, all: found.length })}</span>
      </div>
      <ValueList
        values={found}
        isSearched={found !== values}
        isPicked={isPicked}
        onPick={(text, on) => pick([text], on)}
        onEnter={applyPicked}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={() => onApply(undefined)}>
          {t('clear')}
        </Button>
        <Button variant="primary" size="small" disabled={isNone} focusableWhenDisabled onClick={applyPicked}>
          {t('apply')}
        </Button>
      </div>
    </AnchoredPopover>
  )
}
