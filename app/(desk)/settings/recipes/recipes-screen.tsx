'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ImportFileButton } from '@/app/(desk)/settings/import-file-button'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { RecipeRow } from '@/lib/desk-api/master/recipes'
import { deleteRecipe, importRecipes } from './actions'
import { RecipeList } from './list'

/** The list of recipes, with import and deletion. */
export function RecipesScreen({ rows, mayEdit }: { rows: readonly RecipeRow[]; mayEdit: boolean }) {
  const t = useTranslations('intake.recipes')
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [dropping, setDropping] = useState<RecipeRow>()
  const [isBusy, start] = useAction()

  const take = (text: string, name: string) =>
    start(async () => {
      const outcome = await importRecipes({ text })
      setProblem(outcome.ok ? undefined : `${name} — ${outcome.problem.message}`)
      if (outcome.ok) announce(t('imported', { count: outcome.value.count }))
    })
  const drop = ({ id, name }: RecipeRow) =>
    start(async () => {
      const outcome = await deleteRecipe({ id })
      setDropping(undefined)
      announce(outcome.ok ? t('dropped', { name }) : outcome.problem.message)
    })

  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-2 px-3.5 py-2">
        <p className="min-w-0 flex-1 basis-80 text-ink-2">{t('about')}</p>
        {rows.length > 0 && (
          <a href="/settings/recipes/all/file" download className={buttonClasses('plain', 'small')}>
            {t('exportAll')}
          </a>
        )}
        {mayEdit && <ImportFileButton label={t('import')} disabled={isBusy} onFile={take} />}
      </div>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <RecipeList rows={rows} mayEdit={mayEdit} onDrop={setDropping} />
      {dropping && (
        <Dialog
          open
          onClose={() => setDropping(undefined)}
          title={t('drop.title', { name: dropping.name })}
          description={t('drop.body')}
          actions={
            <>
              <Button onClick={() => setDropping(undefined)}>{t('drop.keep')}</Button>
              <Button
                variant="primary"
                disabled={isBusy}
                focusableWhenDisabled
                onClick={() => drop(dropping)}
              >
                {t('drop.act')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
