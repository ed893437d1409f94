import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Combo } from '@/components/ui/combo'
import type { Targets } from './column-names'

interface Props {
  targets: Targets
  /** Id of the column of the sheet that it is mapped to; undefined: none. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Names the field for a screen reader. */
  label: string
  /** Id of the text field. */
  id?: string
}

/**
 * Which column of the sheet something is mapped to, found by typing its name in any language. What is typed changes
 * nothing until a choice is taken, Enter is pressed or the field is left; a text that is no column goes then, and no
 * text maps to nothing.
 */
export function MappingTarget({ targets, value, onChange, label, id }: Props) {
  const t = useTranslations('intake.mapping')
  const name = value === undefined ? '' : targets.nameOf(value)
  const [typed, setTyped] = useState<string>()
  const commit = (text: string | undefined) => {
    setTyped(undefined)
    if (text === undefined) return
    const target = targets.named(text)
    if (text.trim() === '' ? value !== undefined : target && target.id !== value) onChange(target?.id)
  }
  const find = (text: string) =>
    // Opened on what is chosen already, the list shows all, that first: Enter leaves it as it is.
    (text === name
      ? targets.all.toSorted((a, b) => (a.id === value ? -1 : b.id === value ? 1 : 0))
      : targets.find(text)
    ).map(target => ({ value: target.name, word: target.group }))
  return (
    <Combo
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      find={find}
      value={typed ?? name}
      openLabel={t('open', { column: label })}
      onChange={setTyped}
      onSelect={commit}
      onKeyDown={event => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
        // Enter that ends a composition chooses a word of the input method.
        if (event.key === 'Enter' && !isChoosing && !event.nativeEvent.isComposing) commit(typed)
        if (event.key === 'Escape') setTyped(undefined)
      }}
      onBlur={() => commit(typed)}
    />
  )
}
