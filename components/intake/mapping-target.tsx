import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Combo } from '@/components/ui/combo'
import type { Targets } from './column-names'

interface Props {
  targets: Targets
  /** What it feeds now; undefined: nothing. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Names the field for a screen reader. */
  label: string
}

/** Which column of the sheet something feeds, found by typing its name in any language. Left blank, it feeds nothing. */
export function MappingTarget({ targets, value, onChange, label }: Props) {
  const t = useTranslations('intake.mapping')
  const name = value === undefined ? '' : targets.nameOf(value)
  // What is typed and is no column yet; it goes when the field is left.
  const [typed, setTyped] = useState<string>()
  const find = (text: string) =>
    // Opened on what is chosen already, the list shows all, that first: Enter leaves it as it is.
    (text === name
      ? targets.all.toSorted((a, b) => (a.id === value ? -1 : b.id === value ? 1 : 0))
      : targets.find(text)
    ).map(target => ({ value: target.name, word: target.group }))
  return (
    <Combo
      aria-label={label}
      find={find}
      value={typed ?? name}
      openLabel={t('open', { column: label })}
      onChange={text => {
        const target = targets.named(text)
        setTyped(target || text === '' ? undefined : text)
        if (target && target.id !== value) onChange(target.id)
        if (text.trim() === '' && value !== undefined) onChange(undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
