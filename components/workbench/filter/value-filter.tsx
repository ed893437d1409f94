import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Input } from '@/components/ui/fields/input'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { AnchoredPopover } from '@/components/ui/overlay/anchored-popover'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { shownInFull, valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import { withColumnFilter } from '@/lib/sheet/view/arrangement'
import { type ColumnFilter, containsText, countTexts, noColumnFilter } from '@/lib/sheet/view/column-filter'
import { ValueList } from './value-list'

interface Props {
  column: Column
  /** The column's name. */
  name: string
  anchor: Element
  onApply: (wanted: ColumnFilter | undefined) => void
  onClose: () => void
  onReturn: () => void
}

/** The values of a column with their counts, to filter by some of them or by a text that they contain. */
export function ValueFilter({ column, name, anchor, onApply, onClose, onReturn }: Props) {
  const t = useTranslations('filter')
  const locale = useLocale()
  const { workbook } = useWorkbench()
  const search = useRef<HTMLInputElement>(null)
  const { filter } = workbook.arrangement
  const before = filter.columns.get(column.id) ?? noColumnFilter
  const [query, setQuery] = useState(before.contains)
  const [picked, setPicked] = useState<ColumnFilter>({ ...before, contains: '' })
  // Counted when the popover opens, over the lines that pass the other filters.
  const values = useMemo(() => {
    const others = workbook.view.ordersShownBy(
      withColumnFilter(workbook.arrangement.filter, column.id, undefined),
    )
    return countTexts(others, workbook.textOf, column.id, workbook.view.recordColumns)
  }, [workbook, column])
  const hasCodes = valueDisplay(column, locale) !== undefined
  const shown = useCallback((text: string) => shownInFull(text, column, locale), [column, locale])
  const found = useMemo(() => {
    const isFound = (text: string) => containsText(text, query) || containsText(shown(text), query)
    return query.trim() === '' ? values : values.filter(({ text }) => isFound(text))
  }, [values, query, shown])
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
  const count = found.filter(({ text }) => isPicked(text)).length
  const isNone = !picked.except && picked.texts.size === 0
  const applyPicked = () => {
    if (isNone) return
    // As in Excel, a search leaves only what it finds, unless the ticks say otherwise.
    if (query.trim() !== '' && picked.except && count > 0) return applyFound()
    const left = values.filter(({ text }) => isPicked(text)).map(({ text }) => text)
    // The shorter list is kept: of the shown values, or of the hidden ones.
    const few = picked.except && left.length <= picked.texts.size
    const isAll = picked.except && picked.texts.size === 0
    onApply(isAll ? undefined : few ? { ...picked, texts: new Set(left), except: false } : picked)
  }
  const applyFound = () => {
    if (count === found.length) return applyText()
    const texts = found.flatMap(({ text }) => (isPicked(text) ? [text] : []))
    onApply({ texts: new Set(texts), except: false, contains: '' })
  }
  // The labels of codes are not in their texts, so the found values are ticked.
  const applyText = () =>
    onApply(
      hasCodes
        ? { texts: new Set(found.map(({ text }) => text)), except: false, contains: '' }
        : { ...noColumnFilter, contains: query.trim() },
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (query.trim() === '') applyPicked()
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
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {query.trim() !== '' && (
        <button
          type="button"
          onClick={applyText}
          className="flex justify-between gap-2 rounded px-1.5 py-1 text-left text-accent text-xs hover:bg-shade"
        >
          <span className="min-w-0 truncate">{t('allContaining', { text: query.trim() })}</span>
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
        shown={shown}
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
