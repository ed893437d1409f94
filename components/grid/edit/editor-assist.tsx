import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { EditorAssist, GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { ChoiceList } from './choice-list'

interface Props {
  grid: string
  source: GridSource
  /** The help for the edited cell. */
  assist: EditorAssist | undefined
  label: string
  onAccept: (at: number) => void
  /** The failures of the cell. */
  children: ReactNode
}

/** The panel under the editor, or above it where there is no room: choices, a note on the text, failures. */
export function AssistPanel({ grid, source, assist, label, onAccept, children }: Props) {
  const t = useTranslations('editors')
  const suggestions = assist?.suggestions
  const note = assist && source.help.note(assist)
  return (
    <div className="grid-assist">
      {/* A highlighted choice is announced by itself. */}
      <p aria-live="polite" className="sr-only">
        {suggestions && suggestions.at < 0 ? t('found', { count: suggestions.choices.length }) : ''}
      </p>
      {suggestions && <ChoiceList grid={grid} suggestions={suggestions} label={label} onAccept={onAccept} />}
      {note && <div className="grid-note">{note}</div>}
      {!suggestions && children}
    </div>
  )
}

interface TipProps {
  source: GridSource
  active: CellAddress | null
}

/** The failures of the active cell, beside it. Screen readers get them from the cell itself. */
export function FailureTip({ source, active }: TipProps) {
  const view = useSyncExternalStore(
    useCallback(
      listener => (active ? source.subscribeLine(active.line, listener) : () => {}),
      [source, active],
    ),
    () => (active ? source.line(active.line) : undefined),
    () => undefined,
  )
  const column = active && source.columns().find(known => known.id === active.column)
  const marks = active ? view?.marks.cells.get(active.column) : undefined
  const note = view && active ? source.notes(view)?.get(active.column) : undefined
  if (!view || !column || !(marks?.length || note === 'review')) return null
  return (
    <div className="grid-tip" aria-hidden="true">
      {marks && source.tip(view, column, marks)}
      {note && <p>{source.note(view, column.id)}</p>}
    </div>
  )
}
