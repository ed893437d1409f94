import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/toast'
import { knownOf, likeness } from '@/lib/intake/drift'
import type { Understood } from '@/lib/intake/imported'
import type { Recipe, StateAnswer } from '@/lib/intake/recipe'
import type { SheetId } from '@/lib/sheet/sheets'
import { rememberedName } from './file-name'

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: { readonly message: string } }

/** What the screens of files need of the server to remember what was mapped by hand. */
export interface RecipeActions {
  list(input: { sheetId: SheetId }): Promise<Answer<readonly Recipe[]>>
  /** @returns the id by which it is kept. `instead`: the one whose headings have changed */
  keep(input: {
    sheetId: SheetId
    name: string
    recipe: Recipe
    instead?: string
  }): Promise<Answer<{ readonly id: string }>>
  used(input: { id: string }): Promise<Answer<null>>
}

/** Mappings that all operators share. What goes wrong with them is told, and holds up no file. */
export function useRecipes(sheetId: SheetId, actions: RecipeActions) {
  const t = useTranslations('intake.recipes')
  const { say } = useToast()
  const ids = useRef(new Set<string>())
  // A file that was dropped with the one that was asked about is read by the answers, too.
  const keeping = useRef<Promise<unknown>>(Promise.resolve())

  const remembered = useCallback(async (): Promise<readonly Recipe[]> => {
    await keeping.current
    const answer = await actions.list({ sheetId }).catch(() => undefined)
    if (!answer?.ok) {
      say(answer?.problem.message ?? t('offline'))
      return []
    }
    ids.current = new Set(answer.value.map(recipe => recipe.id))
    return answer.value
  }, [sheetId, actions, say, t])

  const remember = useCallback(
    async (recipe: Recipe, understood: Understood, name: string): Promise<Recipe> => {
      const { id: before } = understood.recipe
      const instead = understood.drift && ids.current.has(before) ? { instead: before } : {}
      const answer = await actions.keep({ sheetId, name, recipe, ...instead }).catch(() => undefined)
      if (!answer?.ok) {
        say(answer?.problem.message ?? t('offline'))
        return recipe
      }
      ids.current.add(answer.value.id)
      return { ...recipe, id: answer.value.id }
    },
    [sheetId, actions, say, t],
  )

  const keepAnswers = useCallback(
    async (answers: readonly StateAnswer[], understood: Understood, file: string): Promise<void> => {
      const keep = async () => {
        // A mapping for these headings may have been kept a moment ago, here or by somebody else: it is not replaced.
        const listed = await actions.list({ sheetId })
        if (!listed.ok) return listed
        const { recipe, instead } = withAnswersKept(answers, understood, listed.value, sheetId, file)
        return actions.keep({ sheetId, name: recipe.name, recipe, ...(instead !== undefined && { instead }) })
      }
      const sent = keep().catch(() => undefined)
      keeping.current = sent
      const answer = await sent
      if (!answer?.ok) say(answer?.problem.message ?? t('offline'))
    },
    [sheetId, actions, say, t],
  )

  const used = useCallback(
    ({ recipe }: Understood): void => {
      if (ids.current.has(recipe.id)) actions.used({ id: recipe.id }).catch(() => undefined)
    },
    [actions],
  )

  return { remembered, remember, keepAnswers, used }
}

/**
 * What is kept when an operator says what statuses mean: the mapping that the file was read by, or one already kept for
 * its headings, with the answers; else an entry with nothing but answers.
 * @returns `instead`: the id of the kept one whose place it takes
 */
export function withAnswersKept(
  answers: readonly StateAnswer[],
  { recipe: used, headings }: Pick<Understood, 'recipe' | 'headings'>,
  kept: readonly Recipe[],
  sheetId: SheetId,
  file: string,
): { readonly recipe: Recipe; readonly instead: string | undefined } {
  const before =
    kept.find(({ id }) => id === used.id) ?? kept.find(recipe => likeness(recipe, headings) === 1)
  const recipe: Recipe = before ?? {
    id: 'answers',
    name: used.name || rememberedName(file),
    sheets: [sheetId],
    known: knownOf(headings),
    fields: {},
  }
  return { recipe: { ...recipe, answers: [...answers, ...(recipe.answers ?? [])] }, instead: before?.id }
}
