'use client'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import { NameField as Field } from '@/components/ui/fields/name-field'
import { renameDraft } from './actions'

/** A draft's name, changed in place. */
export function NameField({ draftId, name, onEnd }: { draftId: string; name: string; onEnd: () => void }) {
  const t = useTranslations('drafts')
  const { announce } = useToast()
  const keep = async (typed: string) => {
    const outcome = await renameDraft({ draftId, name: typed })
    if (!outcome.ok) announce(outcome.problem.message)
  }
  return <Field label={t('newName', { name })} name={name} onName={keep} onEnd={onEnd} />
}
