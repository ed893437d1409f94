import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceList } from './choice-list'
import type { Beside } from './help'
import type { GridSource } from './source'

interface Props {
  grid: string
  source: GridSource
  /** What helps with the cell that is being edited. */
  beside: Beside | undefined
  label: string
  onTake: (at: number) => void
  /** What is wrong with the cell. */
  children: ReactNode
}

/** Under the editor, or above it where there is no room: the choices of the cell, what is said of its text, its failures. */
export function BesideEditor({ grid, source, beside, label, onTake, children }: Props) {
  const t = useTranslations('editors')
  const offer = beside?.offer
  const note = beside && source.help.note(beside)
  return (
    <div className="grid-beside">
      {/* A highlighted choice is told by itself. */}
      <p aria-live="polite" className="sr-only">
        {offer && offer.at < 0 ? t('found', { count: offer.choices.length }) : ''}
      </p>
      {offer && <ChoiceList grid={grid} offer={offer} label={label} onTake={onTake} />}
      {note && <div className="grid-note">{note}</div>}
      {!offer && children}
    </div>
  )
}
