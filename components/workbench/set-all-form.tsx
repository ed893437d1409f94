import { type KeyboardEvent, useId, useState } from 'react'
import type { ChoiceFinder } from '@/components/grid/help'
import { Button } from '@/components/ui/button'
import { Combo } from '@/components/ui/combo'
import { Input } from '@/components/ui/input'
import { useSay } from './use-say'

interface Props {
  /** Finds choices, where the column has any. */
  finder: ChoiceFinder | undefined
  /** The column's name. */
  name: string
  count: number
  onAsk: (text: string) => void
}

/** One text for all cells of a group; what it would change is shown before anything happens. */
export function SetAllForm({ finder, name, count, onAsk }: Props) {
  const t = useSay()
  const id = useId()
  const [text, setText] = useState('')
  const ask = () => onAsk(finder ? meant(finder, text) : text)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    // Enter on a proposal takes the proposal.
    const isProposal = currentTarget.hasAttribute('aria-activedescendant')
    if (key !== 'Enter' || nativeEvent.isComposing || isProposal || text === '') return
    event.preventDefault()
    ask()
  }
  return (
    <div className="mt-1.5 flex items-center gap-1.5">
      <label htmlFor={id} className="sr-only">
        {t('failures.newText', { column: name })}
      </label>
      <div className="min-w-0 flex-1">
        {finder ? (
          <Combo
            id={id}
            find={typed => proposals(finder, typed)}
            value={text}
            onChange={setText}
            openLabel={t('failures.openChoices', { column: name })}
            onKeyDown={onKeyDown}
          />
        ) : (
          <Input
            id={id}
            placeholder={t('failures.setTo')}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      <Button onClick={ask} disabled={text === ''} focusableWhenDisabled>
        {t('failures.setAll', { count })}
      </Button>
    </div>
  )
}

/** A list that is opened on what is chosen already shows all of it. */
function proposals(finder: ChoiceFinder, text: string) {
  const { choices, at } = finder.all(text)
  return at >= 0 || text === '' ? choices : finder.match(text).choices
}

/** The code of a choice that was called by its word, where there is no doubt. */
function meant(finder: ChoiceFinder, text: string): string {
  if (finder.all(text).at >= 0) return text
  const { choices, isClear } = finder.match(text)
  return (isClear && choices[0]?.value) || text
}
