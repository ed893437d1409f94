import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import type { Result } from '@/lib/desk-api/result'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { headingSimilarity, knownHeadingsOf } from '@/lib/import/match/drift'
import type { Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** The server's actions for mappings that operators made. */
export interface RecipeActions {
  list(input: { sheetId: SheetId }): Promise<Result<readonly Recipe[]>>
  /** @returns the id of the stored mapping. `instead`: the mapping that it replaces, whose headings have changed */
  keep(input: {
    sheetId: SheetId
    name: string
    recipe: Recipe
    instead?: string
  }): Promise<Result<{ readonly id: string }>>
  used(input: { id: string }): Promise<Result<null>>
}

/** Mappings that all operators share. A failure to load or store them is reported, and delays no file. */
export function useRecipes(sheetId: SheetId, actions: RecipeActions) {
  const t = useTranslations('intake.recipes')
  const { announce } = useToast()
  const ids = useRef(new Set<string>())
  // The next file of the same drop must find the answers that are being stored.
  const keeping = useRef<Promise<unknown>>(Promise.resolve())

  const remembered = useCallback(async (): Promise<readonly Recipe[]> => {
    await keeping.current
    const result = await actions.list({ sheetId }).catch(() => undefined)
    if (!result?.ok) {
      announce(result?.problem.message ?? t('offline'))
      return []
    }
    ids.current = new Set(result.value.map(recipe => recipe.id))
    return result.value
  }, [sheetId, actions, announce, t])

  const remember = useCallback(
    async (recipe: Recipe, mapping: DetectedMapping, name: string): Promise<Recipe> => {
      const { id: before } = mapping.recipe
      const instead = mapping.drift && ids.current.has(before) ? { instead: before } : {}
      const result = await actions.keep({ sheetId, name, recipe, ...instead }).catch(() => undefined)
      if (!result?.ok) {
        announce(result?.problem.message ?? t('offline'))
        return recipe
      }
      ids.current.add(result.value.id)
      return { ...recipe, id: result.value.id }
    },
    [sheetId, actions, announce, t],
  )

  const keepAnswers = useCallback(
    async (answers: readonly StateAnswer[], mapping: DetectedMapping, file: string): Promise<void> => {
      const keep = async () => {
        // Another mapping for these headings may have been stored meanwhile: the answers join it.
        const listed = await actions.list({ sheetId })
        if (!listed.ok) return listed
        const { recipe, instead } = withAnswersKept(answers, mapping, listed.value, sheetId, file)
        return actions.keep({ sheetId, name: recipe.name, recipe, ...(instead !== undefined && { instead }) })
      }
      const sent = keep().catch(() => undefined)
      keeping.current = sent
      const result = await sent
      if (!result?.ok) announce(result?.problem.message ?? t('offline'))
    },
    [sheetId, actions, announce, t],
  )

  const used = useCallback(
    ({ recipe }: DetectedMapping): void => {
      if (ids.current.has(recipe.id)) actions.used({ id: recipe.id }).catch(() => undefined)
    },
    [actions],
  )

  return { remembered, remember, keepAnswers, used }
}

/**
 * The entry to store when an operator says what statuses mean: the mapping that the file was read by, or one that is
 * stored for its headings, with the answers; else an entry with only the answers.
 * @returns `instead`: the id of the stored mapping that it replaces
 */
export function withAnswersKept(
  answers: readonly StateAnswer[],
  { recipe: used, headings }: Pick<DetectedMapping, 'recipe' | 'headings'>,
  kept: readonly Recipe[],
  sheetId: SheetId,
  file: string,
): { readonly recipe: Recipe; readonly instead: string | undefined } {
  const before =
    kept.find(({ id }) => id === used.id) ?? kept.find(recipe => headingSimilarity(recipe, headings) === 1)
  const recipe: Recipe = before ?? {
    id: 'answers',
    name: used.name || rememberedName(file),
    sheets: [sheetId],
    known: knownHeadingsOf(headings),
    fields: {},
  }
  return { recipe: { ...recipe, answers: [...answers, ...(recipe.answers ?? [])] }, instead: before?.id }
}

/** A name for the mapping of a file: the file's name without its extension and its date. */
export function rememberedName(file: string): string {
  const bare = file.replace(/\.[^.]+$/, '')
  return (bare.replaceAll(/[-_ (]*\d{4}[-_. ]?\d{2}[-_. ]?\d{2}[-_ \d:)]*$/g, '').trim() || bare).slice(0, 60)
}
