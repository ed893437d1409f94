'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { ImportFileButton } from '@/app/(desk)/settings/import-file-button'
import { useAction } from '@/app/(desk)/use-action'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Select } from '@/components/ui/fields/select'
import { type MessageRow, messageName } from '@/lib/desk-api/connections/api-messages'
import { languages } from '@/lib/words/locale/languages'
import { importExplanations } from './actions'
import { ExplanationForm } from './form'
import { MessageList } from './list'

interface Props {
  connections: readonly { readonly id: string; readonly name: string }[]
  connectionId: string
  rows: readonly MessageRow[]
  mayEdit: boolean
}

/** The messages of one connection; the form that explains one opens in a panel. */
export function MessagesScreen({ connections, connectionId, rows, mayEdit }: Props) {
  const t = useTranslations('explanations.messages')
  const { announce } = useToast()
  const router = useRouter()
  const panel = useEntryPanel<MessageRow>()
  const picked = panel.entry
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const hasExplanations = rows.some(row => languages.some(language => row[language] !== ''))

  const take = (text: string, name: string) =>
    start(async () => {
      const outcome = await importExplanations({ connectionId, text })
      setProblem(outcome.ok ? undefined : `${name} — ${outcome.problem.message}`)
      if (!outcome.ok) return
      announce(t('imported', { count: outcome.value.count }))
    })

  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-2 px-3.5 py-2">
        <Select
          label={t('connection')}
          size="small"
          className="w-55"
          choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
          value={connectionId}
          onChange={id => router.push(`/settings/messages?connection=${encodeURIComponent(id)}`)}
        />
        <p className="min-w-0 flex-1 basis-80 text-ink-2">{t('masked')}</p>
        {hasExplanations && (
          <a
            href={`/settings/messages/${connectionId}/file`}
            download
            className={buttonClasses('plain', 'small')}
          >
            {t('export')}
          </a>
        )}
        {mayEdit && <ImportFileButton label={t('import')} disabled={isBusy} onFile={take} />}
      </div>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <ListWithPanel
        panel={panel}
        title={t('form')}
        list={
          rows.length > 0 ? (
            <MessageList
              rows={rows}
              pickedName={picked && messageName(picked)}
              onPick={mayEdit ? panel.edit : undefined}
            />
          ) : (
            <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>
          )
        }
        form={
          picked && (
            <ExplanationForm
              connectionId={connectionId}
              row={picked}
              onSaved={isDeleted => {
                announce(t(isDeleted ? 'deleted' : 'saved'))
                panel.close()
              }}
              onCancel={panel.close}
            />
          )
        }
      />
    </>
  )
}
