import { Lightbulb } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { SuggestedRequirement } from '@/lib/desk-api/connections/requirements'
import { type SuggestionActions, SuggestionList } from './suggestion-list'

interface Props {
  connection: { readonly id: string; readonly name: string } | undefined
  suggestions: readonly SuggestedRequirement[]
  /** Absent: this operator may not answer them. */
  actions: SuggestionActions | undefined
  onAnswered: () => void
}

/** Beside the sheet: what the connection in use seems to require, from the orders that it rejected. */
export function RequirementSuggestions({ connection, suggestions, actions, onAnswered }: Props) {
  const { announce, grid } = useWorkbench()
  const t = useTranslations('requirements.suggestions')
  if (!connection || suggestions.length === 0) return null
  return (
    <section
      aria-label={t('label')}
      // Where the screen is high enough, the first suggestion is shown with its buttons, however much is below it.
      className="relative max-h-[45%] min-h-24 [@media(min-height:850px)]:min-h-56 flex-[0_1_auto] overflow-y-auto"
    >
      <h2 className="flex items-center gap-1.5 px-3.5 pt-2 pb-1 font-semibold">
        <Lightbulb aria-hidden className="size-3.5 text-ink-3" />
        {t('label')}
      </h2>
      <SuggestionList
        connection={connection}
        suggestions={suggestions}
        actions={actions}
        announce={announce}
        onAnswered={() => {
          onAnswered()
          grid.current?.focus()
        }}
      />
    </section>
  )
}
