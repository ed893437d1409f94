import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/toast'
import type { Understood } from '@/lib/intake/imported'
import type { Recipe } from '@/lib/intake/recipe'
import type { SheetId } from '@/lib/sheet/sheets'

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

  const remembered = useCallback(async (): Promise<readonly Recipe[]> => {
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

  const used = useCallback(
    ({ recipe }: Understood): void => {
      if (ids.current.has(recipe.id)) actions.used({ id: recipe.id }).catch(() => undefined)
    },
    [actions],
  )

  return { remembered, remember, used }
}
