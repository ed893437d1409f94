'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addSuggestions, dismissSuggestion } from '@/app/(desk)/[...sheet]/requirement-actions'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { ImportFileButton } from '@/app/(desk)/settings/import-file-button'
import { useAction } from '@/app/(desk)/use-action'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { SuggestionList } from '@/components/workbench/requirements/suggestion-list'
import { useRequirementText } from '@/components/workbench/requirements/use-requirement-text'
import {
  type ListedRequirement,
  ruleTexts,
  type SuggestedRequirement,
} from '@/lib/desk-api/connections/requirements'
import { deleteRequirement, enableRequirement, importRequirements, saveRequirement } from './actions'
import { RequirementFields } from './form'
import { RequirementList } from './list'

interface Props {
  connection: { readonly id: string; readonly name: string }
  requirements: readonly ListedRequirement[]
  suggestions: readonly SuggestedRequirement[]
  mayEdit: boolean
}

/** The requirements of a connection, and what its rejections suggest. The form of a requirement opens in a panel. */
export function RequirementsScreen({ connection, requirements, suggestions, mayEdit }: Props) {
  const connectionId = connection.id
  const t = useTranslations('requirements')
  const text = useRequirementText()
  const { announce } = useToast()
  const router = useRouter()
  const panel = useEntryPanel<ListedRequirement>()
  const edited = panel.entry
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const nameOf = (one: ListedRequirement) => text.whole(one.sheet, one)
  const keyOf = ({ sheet, column, rule }: ListedRequirement) => ({
    connectionId,
    sheet,
    column,
    kind: rule.kind,
  })

  const take = (file: string, name: string) =>
    start(async () => {
      const outcome = await importRequirements({ connectionId, text: file })
      setProblem(outcome.ok ? undefined : `${name} — ${outcome.problem.message}`)
      if (!outcome.ok) return
      announce(t('imported', { count: outcome.value.count }))
    })
  const drop = async (one: ListedRequirement) => {
    const outcome = await deleteRequirement(keyOf(one))
    if (!outcome.ok) return announce(outcome.problem.message)
    panel.close()
    announce(t('deleted'), { label: t('undo'), act: () => restore(one) })
  }
  const restore = async (one: ListedRequirement) => {
    const outcome = await saveRequirement({ ...keyOf(one), severity: one.severity, ...ruleTexts(one.rule) })
    announce(outcome.ok ? t('saved') : outcome.problem.message)
  }
  const enable = (one: ListedRequirement, isEnabled: boolean) =>
    start(async () => {
      const outcome = await enableRequirement({ ...keyOf(one), isEnabled })
      const sentence = t(isEnabled ? 'turnedOn' : 'turnedOff', { requirement: nameOf(one) })
      announce(outcome.ok ? sentence : outcome.problem.message)
    })

  return (
    <>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <ListWithPanel
        panel={panel}
        newLabel={mayEdit ? t('new') : undefined}
        toolbar={
          mayEdit || requirements.length > 0 ? (
            <>
              {requirements.length > 0 && (
                <a
                  href={`/connections/${connectionId}/requirements/file`}
                  download
                  className={buttonClasses('plain', 'small')}
                >
                  {t('export')}
                </a>
              )}
              {mayEdit && <ImportFileButton label={t('import')} disabled={isBusy} onFile={take} />}
            </>
          ) : undefined
        }
        title={edited ? t('edit', { requirement: nameOf(edited) }) : t('new')}
        list={
          <>
            {suggestions.length > 0 && (
              <section aria-label={t('suggestions.label')} className="border-line border-b bg-panel">
                <h2 className="px-3.5 pt-2.5 pb-1 font-semibold">{t('suggestions.label')}</h2>
                <SuggestionList
                  connection={connection}
                  suggestions={suggestions}
                  actions={mayEdit ? { add: addSuggestions, dismiss: dismissSuggestion } : undefined}
                  announce={announce}
                  onAnswered={() => router.refresh()}
                />
              </section>
            )}
            {requirements.length > 0 ? (
              <RequirementList
                requirements={requirements}
                edited={edited}
                isBusy={isBusy}
                acts={mayEdit ? { edit: panel.edit, enable } : undefined}
              />
            ) : (
              <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>
            )}
          </>
        }
        form={
          <RequirementFields
            connectionId={connectionId}
            requirement={edited}
            onSaved={() => {
              announce(t('saved'))
              panel.close()
            }}
            onCancel={panel.close}
            onDelete={edited && (() => drop(edited))}
          />
        }
      />
    </>
  )
}
