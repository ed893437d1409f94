'use client'
import { useTranslations } from 'use-intl'
import { EntryActs } from '@/app/(desk)/settings/entry-acts'
import { useAction } from '@/app/(desk)/use-action'
import { AreaField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { useToast } from '@/components/ui/feedback/toast'
import { ExternalText } from '@/components/ui/text/external-text'
import { explainSchema, type MessageRow } from '@/lib/desk-api/connections/api-messages'
import { languages } from '@/lib/words/locale/languages'
import { explainMessage } from './actions'

interface Props {
  connectionId: string
  row: MessageRow
  onSaved: (isDeleted: boolean) => void
  onCancel: () => void
}

/** A message of a service and the explanations that operators write for it. */
export function ExplanationForm({ connectionId, row, onSaved, onCancel }: Props) {
  const t = useTranslations('explanations.messages')
  const { announce } = useToast()
  const [isBusy, start] = useAction()
  const { sheet, field, code, template } = row
  const key = { connectionId, sheet, field, code, template }
  const isExplained = languages.some(language => row[language] !== '')
  const drop = () =>
    start(async () => {
      const outcome = await explainMessage({ ...key, en: '', ko: '', ja: '' })
      if (outcome.ok) onSaved(true)
      else announce(outcome.problem.message)
    })
  return (
    <>
      <blockquote className="max-h-40 overflow-y-auto break-words border-line border-l-2 pl-2 text-ink-2">
        <ExternalText text={template} />
      </blockquote>
      <p className="text-ink-3 text-xs">{t('hint')}</p>
      <Form
        schema={explainSchema}
        initial={{ ...key, en: row.en, ko: row.ko, ja: row.ja }}
        submit={t('save')}
        label={t('form')}
        others={
          <EntryActs
            t={word => t(word)}
            onCancel={onCancel}
            onDelete={isExplained ? () => !isBusy && drop() : undefined}
          />
        }
        action={explainMessage}
        onAccepted={(_, values) => onSaved(values.en === '' && values.ko === '' && values.ja === '')}
      >
        {languages.map(language => (
          <AreaField key={language} name={language} label={t(`languages.${language}`)} rows={3} />
        ))}
      </Form>
    </>
  )
}
