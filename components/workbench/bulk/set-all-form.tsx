import { type KeyboardEvent, useId, useState } from 'react'
import type { ChoiceFinder } from '@/components/grid/source'
import { Button } from '@/components/ui/buttons/button'
import { Combobox } from '@/components/ui/fields/combobox'
import { Input } from '@/components/ui/fields/input'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'

interface Props {
  /** Finds the choices of the column, if it has any. */
  finder: ChoiceFinder | undefined
  /** The column's name. */
  name: string
  count: number
  onAsk: (text: string) => void
}

/** Asks for one text for all cells of a group; a dialog then shows what that would change. */
export function SetAllForm({ finder, name, count, onAsk }: Props) {
  const t = useWorkbenchTranslations()
  const id = useId()
  const [text, setText] = useState('')
  const ask = () => onAsk(finder ? meant(finder, text) : text)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    // Enter on a suggestion takes the suggestion.
    const isProposal = currentTarget.hasAttribute('aria-activedescendant')
    if (key !== 'Enter' || isComposing(nativeEvent) || isProposal || text === '') return
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
          <Combobox
            id={id}
            placeholder={t('failures.setTo')}
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

/** The choices for a text; all of them while the text is a choice. */
function proposals(finder: ChoiceFinder, text: string) {
  const { choices, at } = finder.all(text)
  return at >= 0 || text === '' ? choices : finder.match(text).choices
}

/** The code of the choice that a word names, if it names only one. */
function meant(finder: ChoiceFinder, text: string): string {
  const { choices: all, at } = finder.all(text)
  if (at >= 0) return all[at]?.value ?? text
  const { choices, isClear } = finder.match(text)
  return (isClear && choices[0]?.value) || text
}
